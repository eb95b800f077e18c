/* A bad disk and a bad clock: functions that come before those of the C library (LD_PRELOAD).
 *
 * FAULTS_CONTROL names a file of 64-bit numbers, which tests change while the program runs:
 *   0  microseconds that fsync takes longer; below 0 it waits until this is something else
 *   1  errno of every write and every opening for writing; 0 lets them through
 *   2  errno of every fsync
 *   3  seconds by which the clock on the wall is wrong
 *   4  how many fsyncs have had to wait so far: the one number that is written here
 * Only files whose path begins with FAULTS_UNDER have a bad disk.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { SYNC_DELAY, WRITE_ERROR, SYNC_ERROR, CLOCK_OFFSET, WAITED, NUMBERS };

static int64_t fair[NUMBERS];
static volatile int64_t *control = fair;
static const char *under;
static size_t under_length;

/* The next function of this name, found once. */
#define NEXT(name) \
  static __typeof__(name) *name##_next; \
  if (name##_next == NULL) name##_next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTS_CONTROL");
  /* Copied: PostgreSQL writes over its environment to be found by `ps`. */
  const char *given = getenv("FAULTS_UNDER");
  under = given == NULL ? NULL : strdup(given);
  under_length = under == NULL ? 0 : strlen(under);
  if (path == NULL) return;
  NEXT(open);
  int file = open_next(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void *mapped = mmap(NULL, sizeof fair, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (mapped != MAP_FAILED) control = mapped;
}

static int is_bad_path(const char *path) {
  return under_length > 0 && strncmp(path, under, under_length) == 0;
}

static int is_bad_file(int file) {
  char name[32], path[4096];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  ssize_t length = readlink(name, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_bad_path(path);
}

/* Whether this write is to fail; errno says how. */
static int fails(int file) {
  int64_t error = control[WRITE_ERROR];
  if (error == 0 || !is_bad_file(file)) return 0;
  errno = (int)error;
  return 1;
}

ssize_t write(int file, const void *from, size_t size) {
  NEXT(write);
  return fails(file) ? -1 : write_next(file, from, size);
}

ssize_t pwrite(int file, const void *from, size_t size, off_t at) {
  NEXT(pwrite);
  return fails(file) ? -1 : pwrite_next(file, from, size, at);
}

ssize_t pwrite64(int file, const void *from, size_t size, off64_t at) {
  NEXT(pwrite64);
  return fails(file) ? -1 : pwrite64_next(file, from, size, at);
}

ssize_t pwritev(int file, const struct iovec *from, int count, off_t at) {
  NEXT(pwritev);
  return fails(file) ? -1 : pwritev_next(file, from, count, at);
}

ssize_t pwritev64(int file, const struct iovec *from, int count, off64_t at) {
  NEXT(pwritev64);
  return fails(file) ? -1 : pwritev64_next(file, from, count, at);
}

int ftruncate(int file, off_t size) {
  NEXT(ftruncate);
  return fails(file) ? -1 : ftruncate_next(file, size);
}

int ftruncate64(int file, off64_t size) {
  NEXT(ftruncate64);
  return fails(file) ? -1 : ftruncate64_next(file, size);
}

int posix_fallocate(int file, off_t at, off_t size) {
  NEXT(posix_fallocate);
  return fails(file) ? errno : posix_fallocate_next(file, at, size);
}

int posix_fallocate64(int file, off64_t at, off64_t size) {
  NEXT(posix_fallocate64);
  return fails(file) ? errno : posix_fallocate64_next(file, at, size);
}

static int synced(int file, int (*next)(int)) {
  int64_t delay = control[SYNC_DELAY];
  int64_t error = control[SYNC_ERROR];
  if ((delay != 0 || error != 0) && is_bad_file(file)) {
    if (delay != 0) __atomic_add_fetch(&control[WAITED], 1, __ATOMIC_SEQ_CST);
    if (delay > 0) usleep((useconds_t)delay);
    while (control[SYNC_DELAY] < 0) usleep(1000);
    if (error != 0) {
      errno = (int)error;
      return -1;
    }
  }
  return next(file);
}

int fsync(int file) {
  NEXT(fsync);
  return synced(file, fsync_next);
}

int fdatasync(int file) {
  NEXT(fdatasync);
  return synced(file, fdatasync_next);
}

/* A disk that can only be read lets nobody open a file for writing; a full one makes no new file. */
static int opening_fails(const char *path, int flags) {
  int64_t error = control[WRITE_ERROR];
  int writes = (flags & O_ACCMODE) != O_RDONLY;
  if (error == 0 || !is_bad_path(path)) return 0;
  if (error == EROFS ? !writes && !(flags & O_CREAT)
                     : !(flags & O_CREAT) || access(path, F_OK) == 0) {
    return 0;
  }
  errno = (int)error;
  return 1;
}

#define OPENING(name) \
  int name(const char *path, int flags, ...) { \
    NEXT(name); \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
      va_list more; \
      va_start(more, flags); \
      mode = va_arg(more, mode_t); \
      va_end(more); \
    } \
    return opening_fails(path, flags) ? -1 : name##_next(path, flags, mode); \
  }

OPENING(open)
OPENING(open64)

int clock_gettime(clockid_t clock, struct timespec *now) {
  NEXT(clock_gettime);
  int result = clock_gettime_next(clock, now);
  if (result == 0 && clock == CLOCK_REALTIME) now->tv_sec += control[CLOCK_OFFSET];
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  NEXT(gettimeofday);
  int result = gettimeofday_next(now, zone);
  if (result == 0) now->tv_sec += control[CLOCK_OFFSET];
  return result;
}

time_t time(time_t *into) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (into != NULL) *into = now.tv_sec;
  return now.tv_sec;
}
