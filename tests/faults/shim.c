/* A file system that fails on purpose, put before the C library with LD_PRELOAD.
 *
 * Calls that change files below the folder FAULT_UNDER are counted. Of them, the one with the number FAULT_AT fails, as it
 * does on a real disk; what fails is added to the file FAULT_REPORT as a line "call path". With FAULT_FULL, only writes
 * count, the one with that number takes half of what it is given, and all that follow fail: a full disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long calls;

static long number_of(const char *name) {
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

/* The whole path of a name relative to a folder that is open. */
static int whole_path(int folder, const char *path, char *whole, size_t size) {
    char base[2048] = "";
    if (path[0] == '/') return snprintf(whole, size, "%s", path) > 0;
    if (folder == AT_FDCWD) {
        if (!getcwd(base, sizeof base)) return 0;
    } else {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        ssize_t length = readlink(link, base, sizeof base - 1);
        if (length < 0) return 0;
        base[length] = 0;
    }
    return snprintf(whole, size, "%s/%s", base, path) > 0;
}

static int is_below(const char *whole) {
    const char *under = getenv("FAULT_UNDER");
    return under && strncmp(whole, under, strlen(under)) == 0;
}

static void report(const char *call, const char *whole) {
    char line[4096];
    int length = snprintf(line, sizeof line, "%s %s\n", call, whole);
    int file = syscall(SYS_openat, AT_FDCWD, getenv("FAULT_REPORT"), O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (file < 0) return;
    syscall(SYS_write, file, line, (size_t)length);
    syscall(SYS_close, file);
}

/* Whether a call has to fail. */
static int fails(const char *call, int folder, const char *path, int error) {
    char whole[4096];
    if (getenv("FAULT_FULL") || !whole_path(folder, path, whole, sizeof whole) || !is_below(whole)) return 0;
    if (atomic_fetch_add(&calls, 1) + 1 != number_of("FAULT_AT")) return 0;
    report(call, whole);
    errno = error;
    return 1;
}

static int name_of(int file, char *whole, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, whole, size - 1);
    if (length < 0) return 0;
    whole[length] = 0;
    /* Pipes and the like have no path. */
    return whole[0] == '/';
}

static int file_fails(const char *call, int file, int error) {
    char whole[4096];
    return name_of(file, whole, sizeof whole) && fails(call, AT_FDCWD, whole, error);
}

/* How many bytes of `size` a full disk takes; -1 where it takes none. */
static ssize_t room(int file, size_t size) {
    char whole[4096];
    if (!getenv("FAULT_FULL") || !name_of(file, whole, sizeof whole) || !is_below(whole)) return size;
    long number = atomic_fetch_add(&calls, 1) + 1, full = number_of("FAULT_FULL");
    if (number < full) return size;
    report("write", whole);
    if (number == full && size > 1) return size / 2;
    errno = ENOSPC;
    return -1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int open_any(const char *call, int folder, const char *path, int flags, mode_t mode) {
    if ((flags & O_ACCMODE) != O_RDONLY && fails(call, folder, path, flags & O_CREAT ? ENOSPC : EACCES)) return -1;
    return syscall(SYS_openat, folder, path, flags, mode);
}

#define MODE(flags, mode) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    }

int open(const char *path, int flags, ...) { MODE(flags, mode) return open_any("open", AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags, mode) return open_any("open", AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags, mode) return open_any("open", folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags, mode) return open_any("open", folder, path, flags, mode); }

ssize_t write(int file, const void *bytes, size_t size) {
    if (file_fails("write", file, ENOSPC)) return -1;
    ssize_t taken = room(file, size);
    return taken < 0 ? -1 : REAL(write)(file, bytes, taken);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    if (file_fails("write", file, ENOSPC)) return -1;
    return REAL(writev)(file, parts, count);
}

int fsync(int file) { return file_fails("fsync", file, EIO) ? -1 : REAL(fsync)(file); }
int fdatasync(int file) { return file_fails("fdatasync", file, EIO) ? -1 : REAL(fdatasync)(file); }
int ftruncate(int file, off_t size) { return file_fails("ftruncate", file, EIO) ? -1 : REAL(ftruncate)(file, size); }
int ftruncate64(int file, off64_t size) { return file_fails("ftruncate", file, EIO) ? -1 : REAL(ftruncate64)(file, size); }
int fchmod(int file, mode_t mode) { return file_fails("fchmod", file, EPERM) ? -1 : REAL(fchmod)(file, mode); }
int flock(int file, int how) { return file_fails("flock", file, EIO) ? -1 : syscall(SYS_flock, file, how); }

int rename(const char *old, const char *new) { return fails("rename", AT_FDCWD, new, EACCES) ? -1 : REAL(rename)(old, new); }

int renameat2(int old_folder, const char *old, int folder, const char *new, unsigned flags) {
    if (fails("rename", folder, new, EACCES)) return -1;
    return syscall(SYS_renameat2, old_folder, old, folder, new, flags);
}

int link(const char *old, const char *new) { return fails("link", AT_FDCWD, new, EPERM) ? -1 : REAL(link)(old, new); }

int linkat(int old_folder, const char *old, int folder, const char *new, int flags) {
    if (fails("link", folder, new, EPERM)) return -1;
    return REAL(linkat)(old_folder, old, folder, new, flags);
}

int mkdir(const char *path, mode_t mode) { return fails("mkdir", AT_FDCWD, path, ENOSPC) ? -1 : REAL(mkdir)(path, mode); }

int unlink(const char *path) {
    /* What the program cleans up with is left to work. */
    if (!strstr(path, ".tsuro-") && fails("unlink", AT_FDCWD, path, EBUSY)) return -1;
    return REAL(unlink)(path);
}
