#define _GNU_SOURCE
#include "CSampleHost.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "processes.h"

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/sysinfo.h>
#endif

int csamplehost_family_size(pid_t root) {
  int alive = 0;
  size_t count;
  struct csamplehost_process *all = csamplehost_list_family(root, root, &count);
  for (size_t index = 0; index < count; index++) alive += all[index].is_family && all[index].is_alive;
  free(all);
  return alive;
}

int csamplehost_system_size(void) {
#ifdef __linux__
  struct sysinfo information;
  return sysinfo(&information) ? -1 : information.procs;
#else
  return -1;
#endif
}

/* Kills whole groups, so that even a group that only forks can't outrun this: all processes of the
   session belong to the family, and a group never extends beyond its session. */
int csamplehost_kill_listed(pid_t root, pid_t session) {
  size_t count;
  int found = 0;
  pid_t own_group = getpgrp(), killed = 0;
  struct csamplehost_process *all = csamplehost_list_family(root, session, &count);
  for (size_t index = 0; index < count; index++) {
    const struct csamplehost_process *process = &all[index];
    if (!process->is_family || !process->is_alive || process->pid == root) continue;
    found++;
    if (process->group <= 1 || process->group == own_group || process->group == root) {
      kill(process->pid, SIGKILL);
    } else if (process->group != killed) {
      /* Only once, because each kill takes time in proportion to the group's size. */
      killed = process->group;
      kill(-killed, SIGKILL);
    }
  }
  free(all);
  return found;
}

void csamplehost_kill_family(pid_t leader) {
#ifdef __linux__
  /* Kill the leader last, because until then its descendants can be identified; stop its group
     meanwhile. Processes that fork during the search are found in the next round. */
  kill(-leader, SIGSTOP);
  for (int round = 0; round < 1000 && csamplehost_kill_listed(leader, leader); round++) poll(NULL, 0, 1);
#endif
  kill(leader, SIGKILL);
  kill(-leader, SIGKILL);
}

void csamplehost_adopt(void) {
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

void csamplehost_end_family(void) {
#ifdef __linux__
  /* The limit on rounds is for a machine on which killing has no effect. */
  for (int round = 0; round < 5000; round++) {
    pid_t ended;
    while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) {
    }
    /* Orphans become children too, so without children all descendants are gone. */
    if (ended < 0 && errno == ECHILD) return;
    csamplehost_kill_listed(getpid(), 0);
    poll(NULL, 0, 1);
  }
#endif
}
