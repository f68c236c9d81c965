/* How processes are started. */
#ifndef CSAMPLEHOST_START_H
#define CSAMPLEHOST_START_H

#include <sys/types.h>

#pragma GCC visibility push(hidden)

struct csamplehost_program {
  const char *path;
  char *const *arguments;
  char *const *environment;
  /* Where it runs; NULL for where this process is. */
  const char *directory;
  /* What it finds as its 0, 1, 2 and 3; it has no others. */
  const int *descriptors;
  /* Whether it leads a session, or else only a process group. */
  int leads_session;
  /* Whether it is killed when the thread ends that starts it (on Linux). */
  int ends_with_thread;
};

/* Starts a program with all signals as they are by default. Gives 0 or an errno value. */
int csamplehost_start(pid_t *pid, const struct csamplehost_program *program);

#pragma GCC visibility pop

#endif
