#define _GNU_SOURCE
#include "CSampleHost.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <dirent.h>
#include <sys/prctl.h>
#include <sys/sysinfo.h>

struct process {
  pid_t pid, parent, group, session;
  int is_alive, is_family;
};

/* Reads proc(5): `pid (name) state parent group session`, where the name may hold anything. */
static int read_process(const char *pid, struct process *process) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  ssize_t length = read(descriptor, text, sizeof text - 1);
  close(descriptor);
  if (length <= 0) return 0;
  text[length] = 0;
  const char *rest = strrchr(text, ')');
  char state;
  int parent, group, session;
  if (!rest || sscanf(rest + 1, " %c %d %d %d", &state, &parent, &group, &session) != 4) return 0;
  *process = (struct process){.pid = (pid_t)atoi(pid),
                              .parent = (pid_t)parent,
                              .group = (pid_t)group,
                              .session = (pid_t)session,
                              .is_alive = state != 'Z' && state != 'X'};
  return process->pid > 1;
}

static int by_pid(const void *left, const void *right) {
  pid_t first = ((const struct process *)left)->pid, second = ((const struct process *)right)->pid;
  return (first > second) - (first < second);
}

/* All processes, with those marked that descend from `root` or, unless it is 0, belong to `session`;
   `root` itself is one of them. The caller frees them. */
static struct process *list_family(pid_t root, pid_t session, size_t *count) {
  struct process *all = NULL;
  size_t room = 0;
  *count = 0;
  DIR *folder = opendir("/proc");
  if (!folder) return NULL;
  for (struct dirent *entry; (entry = readdir(folder));) {
    struct process process;
    if (atoi(entry->d_name) <= 1 || !read_process(entry->d_name, &process)) continue;
    if (*count == room) {
      struct process *more = realloc(all, (room = room ? 2 * room : 256) * sizeof *all);
      if (!more) break;
      all = more;
    }
    process.is_family =
        process.pid == root || (session && process.session == session) || process.parent == root;
    all[(*count)++] = process;
  }
  closedir(folder);
  if (*count) qsort(all, *count, sizeof *all, by_pid);
  for (int found = 1; found;) {
    found = 0;
    for (size_t index = 0; index < *count; index++) {
      struct process key = {.pid = all[index].parent};
      if (all[index].is_family) continue;
      const struct process *parent = bsearch(&key, all, *count, sizeof *all, by_pid);
      if (parent && parent->is_family) all[index].is_family = found = 1;
    }
  }
  return all;
}

/* Kills a family but for `root`; gives how many were alive. A group dies as a whole, so that even
   one that does nothing but fork can't outrun this: a session's processes are all of the family, and
   no group reaches beyond its session. */
static int kill_listed(pid_t root, pid_t session) {
  size_t count;
  int found = 0;
  pid_t own = getpgrp(), killed = 0;
  struct process *all = list_family(root, session, &count);
  for (size_t index = 0; index < count; index++) {
    const struct process *process = &all[index];
    if (!process->is_family || !process->is_alive || process->pid == root) continue;
    found++;
    if (process->group <= 1 || process->group == own || process->group == root) {
      kill(process->pid, SIGKILL);
    } else if (process->group != killed) {
      /* Once, for each time costs as much as the group is large. */
      killed = process->group;
      kill(-killed, SIGKILL);
    }
  }
  free(all);
  return found;
}
#endif

int csamplehost_family_size(pid_t root) {
  int alive = 0;
#ifdef __linux__
  size_t count;
  struct process *all = list_family(root, root, &count);
  for (size_t index = 0; index < count; index++) alive += all[index].is_family && all[index].is_alive;
  free(all);
#else
  (void)root;
#endif
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

void csamplehost_kill_family(pid_t leader) {
#ifdef __linux__
  /* The leader dies last, for then it is known to the end whose descendants they are; meanwhile its
     group stands still. Whoever else forks while it is looked for is found in the next round. */
  kill(-leader, SIGSTOP);
  for (int round = 0; round < 1000 && kill_listed(leader, leader); round++) poll(NULL, 0, 1);
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
  /* The number of rounds is for a machine on which killing has no effect. */
  for (int round = 0; round < 5000; round++) {
    pid_t ended;
    while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) {
    }
    /* Orphans are children too, so without children there is nobody left. */
    if (ended < 0 && errno == ECHILD) return;
    kill_listed(getpid(), 0);
    poll(NULL, 0, 1);
  }
#endif
}

#ifdef __linux__
/* The parent's part: waits for the child's end or for SIGTERM, and ends as the child did. */
static void stay_behind(pid_t child, const sigset_t *awaited) {
  int status = 0, is_over = 0, reason;
  struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  /* Who reads the child's output is to see its end. */
  for (int descriptor = 0; descriptor < 4; descriptor++) close(descriptor);
  while (!is_over) {
    if (sigwait(awaited, &reason) || reason == SIGTERM) break;
    pid_t ended;
    int how;
    while ((ended = waitpid(-1, &how, WNOHANG)) > 0)
      if (ended == child) {
        is_over = 1;
        status = how;
      }
  }
  /* At once, before anything is looked for: most of what comes of a program stays in its group. */
  if (!is_over) kill(-child, SIGKILL);
  csamplehost_end_family();
  if (!is_over) _exit(128 + SIGTERM);
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  sigset_t signal_set;
  sigemptyset(&signal_set);
  sigaddset(&signal_set, WTERMSIG(status));
  signal(WTERMSIG(status), SIG_DFL);
  sigprocmask(SIG_UNBLOCK, &signal_set, NULL);
  kill(getpid(), WTERMSIG(status));
  _exit(128 + WTERMSIG(status));
}
#endif

int csamplehost_supervise(void) {
#ifdef __linux__
  sigset_t awaited, before;
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGCHLD);
  sigaddset(&awaited, SIGTERM);
  sigprocmask(SIG_BLOCK, &awaited, &before);
  csamplehost_adopt();
  /* What ends this one must end the others too. */
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  pid_t child = fork();
  int failure = child < 0 ? errno : 0;
  if (child > 0) stay_behind(child, &awaited);
  setpgid(0, 0);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return failure;
#else
  return 0;
#endif
}
