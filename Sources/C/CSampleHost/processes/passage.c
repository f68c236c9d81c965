#include "passage.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "write.h"

int csamplehost_open_passage(struct csamplehost_passage *passage, int target, size_t limit,
                             int *entrance) {
  int ends[2];
  if (pipe(ends)) return errno;
  if (fcntl(ends[0], F_SETFD, FD_CLOEXEC) || fcntl(ends[1], F_SETFD, FD_CLOEXEC) ||
      fcntl(ends[0], F_SETFL, O_NONBLOCK)) {
    int failure = errno;
    close(ends[0]);
    close(ends[1]);
    return failure;
  }
  *passage = (struct csamplehost_passage){.source = ends[0], .target = target, .left = limit};
  *entrance = ends[1];
  return 0;
}

void csamplehost_pass_on(struct csamplehost_passage *passage) {
  char bytes[1 << 16];
  while (passage->source >= 0) {
    ssize_t count = read(passage->source, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) {
      csamplehost_close_passage(passage);
      return;
    }
    size_t forwarded = (size_t)count < passage->left ? (size_t)count : passage->left;
    if (passage->target >= 0) csamplehost_write(passage->target, bytes, forwarded);
    passage->left -= forwarded;
    if (forwarded < (size_t)count) {
      passage->is_exceeded = 1;
      /* Return, because a program that never stops writing would keep us in this loop. */
      return;
    }
  }
}

void csamplehost_silence_passage(struct csamplehost_passage *passage) { passage->target = -1; }

void csamplehost_close_passage(struct csamplehost_passage *passage) {
  if (passage->source >= 0) close(passage->source);
  passage->source = -1;
}
