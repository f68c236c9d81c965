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

/* Kills those of `session`, unless it is 0, and those that descend from `root`, but not `root` itself. Gives
   how many were alive; 0 where the system doesn't list them. */
int csamplehost_kill_listed(pid_t root, pid_t session);

#pragma GCC visibility pop

#endif
