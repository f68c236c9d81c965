#define _GNU_SOURCE
#include "CSampleHost.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Moves an end above 3, so that passing it to a child as 0 to 3 never overwrites another. */
static int moved_up(int descriptor) {
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 4);
  int failure = errno;
  close(descriptor);
  errno = failure;
  return moved;
}

int csamplehost_pipe(int ends[2]) {
#ifdef __linux__
  if (pipe2(ends, O_CLOEXEC)) return errno;
#else
  if (pipe(ends)) return errno;
#endif
  ends[0] = moved_up(ends[0]);
  if (ends[0] < 0) {
    int failure = errno;
    close(ends[1]);
    return failure;
  }
  ends[1] = moved_up(ends[1]);
  if (ends[1] < 0) {
    int failure = errno;
    close(ends[0]);
    return failure;
  }
  return 0;
}
