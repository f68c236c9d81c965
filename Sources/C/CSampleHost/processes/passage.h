/* What a program writes, passed on up to a limit. */
#ifndef CSAMPLEHOST_PASSAGE_H
#define CSAMPLEHOST_PASSAGE_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

struct csamplehost_passage {
  /* Where it is read; -1 when all writers are gone. */
  int source;
  /* Where it is written; -1 when it isn't any more. */
  int target;
  /* How many bytes more are passed on. */
  size_t left;
  /* Whether there were more. */
  int is_exceeded;
};

/* Opens a passage; what is to go through it is written to `entrance`, which others close. Gives 0 or an
   errno value. */
int csamplehost_open_passage(struct csamplehost_passage *passage, int target, size_t limit,
                             int *entrance);

/* Passes on what has come, without waiting for more. */
void csamplehost_pass_on(struct csamplehost_passage *passage);

/* From now on, what comes is read and not passed on. */
void csamplehost_silence_passage(struct csamplehost_passage *passage);

void csamplehost_close_passage(struct csamplehost_passage *passage);

#pragma GCC visibility pop

#endif
