# What install, update and uninstall share. They source it in Herald's folder.
# shellcheck shell=bash disable=SC2034 # what is set here is read there

state=/var/lib/herald/installed            # what was chosen and what was added, so that uninstall takes away no more
config=/boot/firmware/config.txt           # what the Pi reads before it starts
unit=/etc/systemd/system/herald.service    # the kiosk
login=/etc/systemd/system/herald-login.service # what it calls when it fails
limits=/etc/systemd/journald.conf.d/herald.conf
farewell=/usr/lib/systemd/system-shutdown/herald # what the console says last
resting=180                                # minutes without a move after which an open evening is nobody's game

# chosen or added by an earlier run
kiosk=yes
rotation=auto
packages=()
groups=()
getty=

die() {
    echo "$*" >&2
    exit 1
}

# ready NAME: stops everybody but root; finds Herald's user, who owns the folder, and what an earlier run left
ready() {
    [[ $(id -u) == 0 ]] || die "This changes the system: sudo deploy/$1"
    user=$(stat -c %U .)
    home=$(getent passwd "$user" | cut -d: -f6)
    data=$home/.local/share/herald # where Herald keeps everything for a person who says nothing else
    cache=$home/.cache/herald
    # shellcheck disable=SC1090  # written by remember
    [[ ! -e $state ]] || source "$state"
    # until 0.2.0 the choice was `rotate`, and 0 without one
    [[ ${rotate:-0} == 0 ]] || rotation=$rotate
}

# remember: keeps what uninstall and the next run need to know
remember() {
    local now
    now=$(declare -p kiosk rotation packages groups getty | sed 's/^declare /declare -g /') # else they would be local
    cmp -s "$state" <(echo "$now") || write "$state" <<<"$now"
}

# as_user COMMAND...: as the person whose Herald it is, in a home and with names that are theirs
as_user() {
    runuser -u "$user" -- env -u HERALD_HOME -u XDG_DATA_HOME -u XDG_CACHE_HOME \
        HOME="$home" USER="$user" LOGNAME="$user" "$@" 8<&- # the lock of deploy/update is not for what git leaves behind
}

# under_way: the evening that is being played: Herald keeps it open, and it was sat down to or moved in lately
under_way() {
    local journal evenings=$data/evenings
    [[ -d $evenings ]] || return 1
    while IFS= read -r -d '' journal; do
        flock --nonblock --shared "$journal" true && continue
        [[ -z $(find "$evenings" "$journal" -maxdepth 0 -mmin "-$resting") ]] || echo "${journal##*/}"
    done < <(find "$evenings" -maxdepth 1 -name '*.herald' -print0) | grep .
}

# not_during_a_game: stops while an evening is being played
not_during_a_game() {
    local evening
    ! evening=$(under_way) || die "An evening is being played (${evening%%$'\n'*}): nothing was changed." \
        "Say it again when it is over. When nobody plays it any more: sudo systemctl stop herald, then say it again."
}

# start_herald: until the picture is there, or Herald says that it waits for a panel, which may take for ever. Fails when
# Herald did.
start_herald() {
    local shown waits=$'\nStatusText=Waiting for a panel: '
    systemctl --no-block start herald || return
    while true; do
        shown=$'\n'$(systemctl show --property=Job,ActiveState,SubState,StatusText herald)$'\n'
        case $shown in
            *$'\nActiveState=active\n'*) return 0 ;;
            *$'\nJob='[1-9]*) ;; # the start is not over
            *ActiveState=*) return 1 ;;
            *) return 0 ;; # there is no service manager here
        esac
        if [[ $shown == *$'\nSubState=start\n'* && $shown == *"$waits"* ]]; then
            shown=${shown#*"$waits"}
            echo "Herald waits for a panel (${shown%%$'\n'*}): look at its cable and its supply."
            return 0
        fi
        sleep 0.5
    done
}

# no_kiosk: the console is as it was before Herald
no_kiosk() {
    [[ -e $unit ]] || return 0
    echo "The console has its login back."
    systemctl stop herald
    systemctl disable --quiet herald
    rm -f "$unit" "$login" "$farewell"
    systemctl daemon-reload
    if [[ -n $getty ]]; then
        systemctl enable --quiet "getty@$getty"
        systemctl start "getty@$getty"
        getty=
    fi
}

# switch_on LINES: makes those lines of config.txt a block of ours; none takes the block away. Fails if nothing changed
switch_on() {
    local before text
    [[ $(grep -c '^# herald begin' "$config") == $(grep -c '^# herald end' "$config") ]] ||
        die "$config has half of Herald's block: take all its lines away, then say it again."
    before=$(cat "$config" && echo .) # the dot keeps $( ) from taking the ends of lines
    text=$(sed '/^# herald begin/,/^# herald end/d' "$config" && echo .)
    before=${before%.}
    text=${text%.}
    if [[ -n $1 ]]; then
        [[ -z $text || $text == *$'\n' ]] || text+=$'\n'
        text+="# herald begin: SPI for the readers in wiring.toml; written by deploy/install, taken away by uninstall"
        text+=$'\n[all]\n'"$1"$'\n# herald end\n'
    fi
    [[ $text != "$before" ]] || return 1
    [[ -e $config.before-herald ]] || cp "$config" "$config.before-herald"
    printf %s "$text" | write "$config"
    echo "SPI for the readers, in $config: ${1:-nothing any more}" | paste -sd ' '
    [[ -n $1 ]] || clean_up_config
}

# clean_up_config: without our block, the file as it was needs no copy
clean_up_config() {
    local old=$config.before-herald
    # a last line that had no end when the block came gets that back too
    if cmp -s "$config" <(cat "$old" && echo); then
        write "$config" <"$old"
    fi
    ! cmp -s "$config" "$old" || rm "$old"
}

# write FILE: what is read from standard input, wholly or not at all
write() {
    mkdir -p "${1%/*}"
    cat >"$1.new"
    sync "$1.new"
    mv "$1.new" "$1"
}
