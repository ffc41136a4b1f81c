/* What a program does to the files below one folder, call by call: written down, and one or more calls made to fail.

   Loaded before the C library (LD_PRELOAD). Nothing is watched until herald_watch() is called, which deploy/soaking's
   watched_calls.py does in a child of the process that has this library; the format of the log is described there.
   Only calls that go through the C library are seen: all of Python's do. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { DO = 0, KILL = -1, SHORT = -2 };

static char watched[PATH_MAX];
static size_t watched_length;
static int log_fd = -1;
static long number, first, last;
static int fault;
static char classes[32];
static struct timespec clock_stands_at;

/* Watch what lies below `folder`, into `log`. Calls `from` to `to` whose class is among `of_classes` meet `what`: KILL,
   SHORT, or the number of an error. The clock of the world stands at `now`. */
void herald_watch(const char *folder, int log, long from, long to, int what, const char *of_classes, long now)
{
    snprintf(watched, sizeof watched, "%s", folder);
    watched_length = strlen(watched);
    snprintf(classes, sizeof classes, "%s", of_classes);
    number = 0, first = from, last = to, fault = what;
    clock_stands_at.tv_sec = now;
    log_fd = log;
}

static int is_watched(const char *path)
{
    return strncmp(path, watched, watched_length) == 0 &&
           (path[watched_length] == '/' || path[watched_length] == '\0');
}

static int path_of(int handle, char *path)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
    if (length < 0)
        return 0;
    path[length] = '\0';
    return is_watched(path);
}

/* The whole path of a name; whether it is watched. */
static int whole_path(int folder, const char *name, char *path)
{
    char base[PATH_MAX];
    if (name[0] == '/') {
        snprintf(path, PATH_MAX, "%s", name);
        return is_watched(path);
    }
    if (folder == AT_FDCWD) {
        if (syscall(SYS_getcwd, base, sizeof base) < 0)
            return 0;
    } else
        path_of(folder, base);
    if (snprintf(path, PATH_MAX, "%s/%s", base, name) >= PATH_MAX)
        return 0;
    return is_watched(path);
}

static void note(char class, const char *call, long result, unsigned long inode, long offset, long length,
                 const char *path, const char *other, const void *data)
{
    char head[3 * PATH_MAX];
    int size = snprintf(head, sizeof head, "%c\t%s\t%ld\t%lu\t%ld\t%ld\t%s\t%s\n", class, call, result, inode, offset,
                        data ? length : length, path, other);
    struct iovec parts[3] = {{head, (size_t)size}, {(void *)data, data ? (size_t)length : 0}, {"\n", data ? 1 : 0}};
    syscall(SYS_writev, log_fd, parts, 3);
}

/* Count a call of that class, and die at it if that is its turn; else the fault that it meets. */
static int count(char class)
{
    number++;
    if (fault == DO || number < first || number > last || !strchr(classes, class))
        return DO;
    if (fault == KILL)
        syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
    return fault;
}

#define REAL(name) ((__typeof__(&name))real_##name)
#define FIND(name)                                                                                                     \
    static void *real_##name;                                                                                          \
    if (!real_##name)                                                                                                  \
        real_##name = dlsym(RTLD_NEXT, #name);

#define FAILS(class)                                                                                                   \
    int met = count(class);                                                                                            \
    if (met > 0) {                                                                                                     \
        note(class, "failed", -met, 0, 0, 0, path, "", NULL);                                                          \
        errno = met;                                                                                                   \
        return -1;                                                                                                     \
    }

static unsigned long inode_of(int handle)
{
    struct stat found;
    return fstat(handle, &found) == 0 ? found.st_ino : 0;
}

/* -- files that are opened and closed */

static int is_for_writing(int flags)
{
    return (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
}

static int opened(void *really, int folder, const char *name, int flags, mode_t mode)
{
    char path[PATH_MAX];
    struct stat before;
    int (*call)(int, const char *, int, ...) = really;
    if (log_fd < 0 || !whole_path(folder, name, path))
        return call(folder, name, flags, mode);
    char class = is_for_writing(flags) ? 'c' : 'o';
    FAILS(class);
    int was_there = lstat(path, &before) == 0;
    int handle = call(folder, name, flags, mode);
    int wrong = errno;
    if (handle >= 0 && !was_there && flags & O_CREAT)
        note(class, "create", handle, inode_of(handle), 0, 0, path, "", NULL);
    else if (handle >= 0 && flags & O_TRUNC && before.st_size > 0)
        note(class, "truncate", handle, inode_of(handle), 0, 0, path, "", NULL);
    else
        note(class, "open", handle, handle >= 0 ? inode_of(handle) : 0, 0, 0, path, "", NULL);
    errno = wrong;
    return handle;
}

#define OPENED(folder)                                                                                                 \
    mode_t mode = 0;                                                                                                   \
    if (flags & (O_CREAT | O_TMPFILE)) {                                                                               \
        va_list words;                                                                                                 \
        va_start(words, flags);                                                                                        \
        mode = va_arg(words, mode_t);                                                                                  \
        va_end(words);                                                                                                 \
    }                                                                                                                  \
    FIND(openat);                                                                                                      \
    return opened(real_openat, folder, name, flags, mode);

int open(const char *name, int flags, ...) { OPENED(AT_FDCWD) }
int open64(const char *name, int flags, ...) { OPENED(AT_FDCWD) }
int openat(int folder, const char *name, int flags, ...) { OPENED(folder) }
int openat64(int folder, const char *name, int flags, ...) { OPENED(folder) }

int close(int handle)
{
    char path[PATH_MAX];
    FIND(close);
    if (log_fd < 0 || !path_of(handle, path))
        return REAL(close)(handle);
    char class = (fcntl(handle, F_GETFL) & O_ACCMODE) == O_RDONLY ? 'r' : 'x';
    int met = count(class);
    REAL(close)(handle); /* a handle is closed whatever the system says */
    note(class, met > 0 ? "failed" : "close", met > 0 ? -met : 0, 0, 0, 0, path, "", NULL);
    errno = met > 0 ? met : 0;
    return met > 0 ? -1 : 0;
}

/* -- what is written */

ssize_t write(int handle, const void *data, size_t length)
{
    char path[PATH_MAX];
    FIND(write);
    if (log_fd < 0)
        return REAL(write)(handle, data, length);
    if (handle == STDOUT_FILENO || handle == STDERR_FILENO) {
        ssize_t said = REAL(write)(handle, data, length);
        note('-', handle == STDOUT_FILENO ? "say" : "complain", said, 0, 0, said > 0 ? said : 0, "", "", data);
        return said;
    }
    if (!path_of(handle, path))
        return REAL(write)(handle, data, length);
    FAILS('w');
    if (met == SHORT && length > 1)
        length /= 2;
    struct stat before;
    fstat(handle, &before);
    long offset = fcntl(handle, F_GETFL) & O_APPEND ? before.st_size : lseek(handle, 0, SEEK_CUR);
    ssize_t written = REAL(write)(handle, data, length);
    int wrong = errno;
    note('w', "write", written, before.st_ino, offset, written > 0 ? written : 0, path, "", data);
    errno = wrong;
    return written;
}

ssize_t pwrite64(int handle, const void *data, size_t length, off64_t offset)
{
    char path[PATH_MAX];
    FIND(pwrite64);
    if (log_fd < 0 || !path_of(handle, path))
        return REAL(pwrite64)(handle, data, length, offset);
    FAILS('w');
    if (met == SHORT && length > 1)
        length /= 2;
    ssize_t written = REAL(pwrite64)(handle, data, length, offset);
    int wrong = errno;
    note('w', "write", written, inode_of(handle), offset, written > 0 ? written : 0, path, "", data);
    errno = wrong;
    return written;
}

#define ON_HANDLE(class, name, expression, length)                                                                     \
    char path[PATH_MAX];                                                                                               \
    if (log_fd < 0 || !path_of(handle, path))                                                                          \
        return expression;                                                                                             \
    FAILS(class);                                                                                                      \
    int result = expression, wrong = errno;                                                                            \
    note(class, #name, result, inode_of(handle), 0, length, path, "", NULL);                                           \
    errno = wrong;                                                                                                     \
    return result;

/* Nothing is really synced in a process that has this library: no power is really cut, and it would take long. */
int fsync(int handle) { ON_HANDLE('s', fsync, fcntl(handle, F_GETFD) < 0 ? -1 : 0, 0) }
int fdatasync(int handle) { ON_HANDLE('s', fdatasync, fcntl(handle, F_GETFD) < 0 ? -1 : 0, 0) }
int ftruncate64(int handle, off64_t length)
{
    FIND(ftruncate64);
    ON_HANDLE('t', ftruncate64, REAL(ftruncate64)(handle, length), length)
}
int flock(int handle, int how)
{
    FIND(flock);
    ON_HANDLE('l', flock, REAL(flock)(handle, how), how)
}
int fchmod(int handle, mode_t mode)
{
    FIND(fchmod);
    ON_HANDLE('m', fchmod, REAL(fchmod)(handle, mode), mode)
}
int futimens(int handle, const struct timespec times[2])
{
    FIND(futimens);
    ON_HANDLE('m', futimens, REAL(futimens)(handle, times), 0)
}

/* -- names */

#define ON_NAME(class, name, folder, file, expression)                                                                 \
    char path[PATH_MAX];                                                                                               \
    FIND(name);                                                                                                        \
    if (log_fd < 0 || !whole_path(folder, file, path))                                                                 \
        return expression;                                                                                             \
    FAILS(class);                                                                                                      \
    int result = expression, wrong = errno;                                                                            \
    note(class, #name, result, 0, 0, 0, path, "", NULL);                                                               \
    errno = wrong;                                                                                                     \
    return result;

int mkdir(const char *file, mode_t mode) { ON_NAME('n', mkdir, AT_FDCWD, file, REAL(mkdir)(file, mode)) }
int unlink(const char *file) { ON_NAME('u', unlink, AT_FDCWD, file, REAL(unlink)(file)) }
int rmdir(const char *file) { ON_NAME('u', rmdir, AT_FDCWD, file, REAL(rmdir)(file)) }
int chmod(const char *file, mode_t mode) { ON_NAME('m', chmod, AT_FDCWD, file, REAL(chmod)(file, mode)) }
int unlinkat(int folder, const char *file, int flags)
{
    ON_NAME('u', unlinkat, folder, file, REAL(unlinkat)(folder, file, flags))
}
int utimensat(int folder, const char *file, const struct timespec times[2], int flags)
{
    ON_NAME('m', utimensat, folder, file, REAL(utimensat)(folder, file, times, flags))
}

#define ON_TWO_NAMES(name, from_folder, from, to_folder, to, expression)                                               \
    char path[PATH_MAX], other[PATH_MAX];                                                                              \
    FIND(name);                                                                                                        \
    if (log_fd < 0 || !(whole_path(from_folder, from, path) | whole_path(to_folder, to, other)))                       \
        return expression;                                                                                             \
    FAILS('n');                                                                                                        \
    int result = expression, wrong = errno;                                                                            \
    note('n', #name, result, 0, 0, 0, path, other, NULL);                                                              \
    errno = wrong;                                                                                                     \
    return result;

int rename(const char *from, const char *to)
{
    ON_TWO_NAMES(rename, AT_FDCWD, from, AT_FDCWD, to, REAL(rename)(from, to))
}
int renameat(int one, const char *from, int other_one, const char *to)
{
    ON_TWO_NAMES(renameat, one, from, other_one, to, REAL(renameat)(one, from, other_one, to))
}
int link(const char *from, const char *to)
{
    ON_TWO_NAMES(link, AT_FDCWD, from, AT_FDCWD, to, REAL(link)(from, to))
}
int linkat(int one, const char *from, int other_one, const char *to, int flags)
{
    ON_TWO_NAMES(linkat, one, from, other_one, to, REAL(linkat)(one, from, other_one, to, flags))
}

/* -- the clock of the world stands, so that a program does the same each time */

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (log_fd >= 0 && clock == CLOCK_REALTIME) {
        *now = clock_stands_at;
        return 0;
    }
    return (int)syscall(SYS_clock_gettime, clock, now);
}
