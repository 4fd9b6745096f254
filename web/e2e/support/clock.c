/* A clock that can be set forward, for a server under test: what happens monthly cannot be waited for.
 * Preloaded, it adds the seconds that stand in the file CLOCK_AHEAD names (eight bytes, this machine's
 * order) to the time of day. The clock that measures durations stays true. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *ahead;

__attribute__((constructor)) static void find_clock(void) {
  const char *path = getenv("CLOCK_AHEAD");
  int file = path ? open(path, O_RDONLY) : -1;
  if (file < 0) return;
  void *mapped = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) ahead = mapped;
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int failed = (int)syscall(SYS_clock_gettime, clock, time);
  if (!failed && ahead && clock == CLOCK_REALTIME) time->tv_sec += *ahead;
  return failed;
}
