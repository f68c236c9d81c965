/* The system's processes, as proc(5) lists them. */
#ifndef CSAMPLEHOST_PROCESSES_H
#define CSAMPLEHOST_PROCESSES_H

#include <stddef.h>
#include <sys/types.h>

#pragma GCC visibility push(hidden)

struct csamplehost_process {
  pid_t pid, parent, group, session;
  int is_alive, is_family;
};

/* All processes, by their numbers, with those marked that descend from `root` or, unless it is 0,
   belong to `session`; `root` itself is one of them. None where the system doesn't list them. The
   caller frees them. */
struct csamplehost_process *csamplehost_list_family(pid_t root, pid_t session, size_t *count);

/* Whether a process has said what to do on a signal, or to do nothing; 0 where the system doesn't
   tell. */
int csamplehost_catches(pid_t pid, int signal);
int csamplehost_ignores(pid_t pid, int signal);

#pragma GCC visibility pop

#endif
