/* Starts processes. */
#ifndef CSAMPLEHOST_START_H
#define CSAMPLEHOST_START_H

#include <sys/types.h>

#pragma GCC visibility push(hidden)

struct csamplehost_program {
  const char *path;
  char *const *arguments;
  char *const *environment;
  /* The working folder; NULL for this process's. */
  const char *directory;
  /* The program's only descriptors, 0 to 3. */
  const int *descriptors;
  /* Whether the program leads a session, or only a process group. */
  int leads_session;
  /* Whether the program is killed when the thread that starts it ends (on Linux). */
  int ends_with_thread;
};

/* Starts a program with the default action for all signals. Returns 0 or an errno value. */
int csamplehost_start(pid_t *pid, const struct csamplehost_program *program);

#pragma GCC visibility pop

#endif
