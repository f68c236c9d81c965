/* Forwards the output of a program, up to a limit. */
#ifndef CSAMPLEHOST_PASSAGE_H
#define CSAMPLEHOST_PASSAGE_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

struct csamplehost_passage {
  /* The descriptor to read from; -1 when all writers have closed it. */
  int source;
  /* The descriptor to write to; -1 to discard the output. */
  int target;
  /* The number of bytes that may still be forwarded. */
  size_t left;
  /* Whether the program wrote more than the limit. */
  int is_exceeded;
};

/* Opens a passage; the program writes to `entrance`, which the caller closes. Returns 0 or an errno
   value. */
int csamplehost_open_passage(struct csamplehost_passage *passage, int target, size_t limit,
                             int *entrance);

/* Forwards the available output without waiting for more. */
void csamplehost_pass_on(struct csamplehost_passage *passage);

/* Discards all further output. */
void csamplehost_silence_passage(struct csamplehost_passage *passage);

void csamplehost_close_passage(struct csamplehost_passage *passage);

#pragma GCC visibility pop

#endif
