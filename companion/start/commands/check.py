"""`herald check`: goes through everything that is kept and says what is wrong with it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

EXIT_PROBLEMS = 1


def add_arguments(parser: ArgumentParser) -> None:
    """Define the arguments of `herald check`."""
    parser.description = (
        "Reads every file that is kept (evenings, which it replays to the end, tags, settings, names, the wiring plan,"
        " added games) and says what is wrong with each; changes nothing. Ends with 1 when something is wrong."
    )
    parser.add_argument(
        "--json", action="store_true", help="all findings as one JSON list, for other programs"
    )


def run(args: Namespace, lang: str) -> int:
    """Examine and tell; 1 where something is wrong. Raises OSError."""
    from companion.home import herald_home
    from companion.start.kept_files_check import SUMMARY, examine_kept_files
    from companion.voice.language import SOURCE_LANGUAGE, load_translation

    told = []
    for finding in examine_kept_files(herald_home(), SOURCE_LANGUAGE if args.json else lang):
        told.append(finding)
        if not args.json:
            print(finding, flush=True)
    wrong = sum(finding.wrong for finding in told)
    if args.json:
        import msgspec

        print(msgspec.json.encode(told).decode())
    else:
        print(load_translation(lang).gettext(SUMMARY).format(files=len(told), wrong=wrong))
    return EXIT_PROBLEMS if wrong else 0
