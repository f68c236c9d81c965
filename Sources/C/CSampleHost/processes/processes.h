/* The system's processes, from proc(5). */
#ifndef CSAMPLEHOST_PROCESSES_H
#define CSAMPLEHOST_PROCESSES_H

#include <stddef.h>
#include <sys/types.h>

#pragma GCC visibility push(hidden)

struct csamplehost_process {
  pid_t pid, parent, group, session;
  int is_alive, is_family;
};

/* Returns all processes, sorted by ID; marks descendants of `root`, processes of `session` unless
   it is 0, and `root` itself. Returns none where the system has no `/proc`. The caller frees the
   list. */
struct csamplehost_process *csamplehost_list_family(pid_t root, pid_t session, size_t *count);

/* Kills the processes of `session`, unless it is 0, and the descendants of `root`, but not `root`
   itself. Returns the number of live ones; 0 where the system has no `/proc`. */
int csamplehost_kill_listed(pid_t root, pid_t session);

#pragma GCC visibility pop

#endif
