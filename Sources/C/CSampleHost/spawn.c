#define _GNU_SOURCE
#include "CSampleHost.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
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
#include <sys/syscall.h>
#endif

int csamplehost_spawn(pid_t *pid, const char *path, char *const argv[], char *const environment[],
                      const char *directory, const int descriptors[4]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure) return failure;
  failure = posix_spawnattr_init(&attributes);
  if (failure) {
    posix_spawn_file_actions_destroy(&actions);
    return failure;
  }
  sigemptyset(&none);
  sigfillset(&all);
  short flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef __APPLE__
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  failure = posix_spawnattr_setflags(&attributes, flags);
  for (int target = 0; target < 4 && !failure; target++)
    failure = posix_spawn_file_actions_adddup2(&actions, descriptors[target], target);
#ifndef __APPLE__
  if (!failure) failure = posix_spawn_file_actions_addclosefrom_np(&actions, 4);
#endif
  if (!failure) failure = posix_spawn_file_actions_addchdir_np(&actions, directory);
  if (!failure) failure = posix_spawn(pid, path, &actions, &attributes, argv, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

/* The ends are moved above 3, so that handing them to a child as 0 to 3 never overwrites one. */
static int moved_up(int descriptor) {
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 4);
  int failure = errno;
  close(descriptor);
  errno = failure;
  return moved;
}

int csamplehost_pipe(int ends[2]) {
#ifdef __linux__
  if (pipe2(ends, O_CLOEXEC)) return errno;
#else
  if (pipe(ends)) return errno;
#endif
  ends[0] = moved_up(ends[0]);
  if (ends[0] < 0) {
    int failure = errno;
    close(ends[1]);
    return failure;
  }
  ends[1] = moved_up(ends[1]);
  if (ends[1] < 0) {
    int failure = errno;
    close(ends[0]);
    return failure;
  }
  return 0;
}

int csamplehost_process_descriptor(pid_t pid) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, pid, 0);
#else
  (void)pid;
  return -1;
#endif
}

int csamplehost_has_ended(pid_t pid) {
  siginfo_t information;
  information.si_pid = 0;
  return waitid(P_PID, (id_t)pid, &information, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         information.si_pid == pid;
}

#ifdef __linux__
/* The process group of a process that is alive and of a session, by proc(5): `pid (name) state
   parent group session`, where the name may hold anything; 0 for others. */
static pid_t group_in_session(const char *pid, pid_t session) {
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
  int parent, group, found;
  int is_known = rest && sscanf(rest + 1, " %c %d %d %d", &state, &parent, &group, &found) == 4;
  return is_known && found == session && state != 'Z' && state != 'X' ? (pid_t)group : 0;
}
#endif

int csamplehost_session_size(pid_t leader) {
  int count = 0;
#ifdef __linux__
  DIR *processes = opendir("/proc");
  if (!processes) return 0;
  for (struct dirent *entry; (entry = readdir(processes));)
    if (atoi(entry->d_name) > 1 && group_in_session(entry->d_name, leader)) count++;
  closedir(processes);
#else
  (void)leader;
#endif
  return count;
}

int csamplehost_system_size(void) {
#ifdef __linux__
  struct sysinfo information;
  return sysinfo(&information) ? -1 : information.procs;
#else
  return -1;
#endif
}

void csamplehost_kill_session(pid_t leader) {
  kill(-leader, SIGKILL);
#ifdef __linux__
  /* Whoever forks while it is looked for is found in the next round; a group dies as a whole, so
     that even one that does nothing but fork can't outrun this. */
  for (int round = 0, found = 1; found && round < 100; round++) {
    DIR *processes = opendir("/proc");
    if (!processes) return;
    found = 0;
    for (struct dirent *entry; (entry = readdir(processes));) {
      pid_t pid = (pid_t)atoi(entry->d_name);
      pid_t group = pid > 1 && pid != leader ? group_in_session(entry->d_name, leader) : 0;
      if (group <= 1) continue;
      kill(-group, SIGKILL);
      found = 1;
    }
    closedir(processes);
  }
#endif
}

int csamplehost_run_child(const char *path, char *const argv[], int seconds, int *status) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  pid_t pid = 0;
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure) return failure;
  failure = posix_spawnattr_init(&attributes);
  if (failure) {
    posix_spawn_file_actions_destroy(&actions);
    return failure;
  }
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  failure = posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  /* Onto itself, so that it is inherited. */
  for (int target = 0; target < 4 && !failure; target++)
    failure = posix_spawn_file_actions_adddup2(&actions, target, target);
#ifndef __APPLE__
  if (!failure) failure = posix_spawn_file_actions_addclosefrom_np(&actions, 4);
#endif
  if (!failure) failure = posix_spawn(&pid, path, &actions, &attributes, argv, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failure) return failure;

  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  struct pollfd end = {.fd = csamplehost_process_descriptor(pid), .events = POLLIN};
  while (!csamplehost_has_ended(pid)) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    long left = seconds * 1000L - (now.tv_sec - start.tv_sec) * 1000L -
                (now.tv_nsec - start.tv_nsec) / 1000000L;
    if (left <= 0) {
      failure = ETIMEDOUT;
      break;
    }
    if (end.fd < 0 && left > 5) left = 5;
    poll(&end, end.fd < 0 ? 0 : 1, (int)(left > 60000 ? 60000 : left));
  }
  /* Its number is taken until it is reaped, so this can't hit strangers. */
  kill(-pid, SIGKILL);
  while (waitpid(pid, status, 0) < 0 && errno == EINTR) {
  }
  if (end.fd >= 0) close(end.fd);
  return failure;
}

static void limit(int resource, uint64_t value) {
  struct rlimit current;
  if (!value || getrlimit(resource, &current)) return;
  rlim_t wanted = (rlim_t)value;
  if (current.rlim_max != RLIM_INFINITY && wanted > current.rlim_max) wanted = current.rlim_max;
  current.rlim_cur = wanted;
  current.rlim_max = wanted;
  setrlimit(resource, &current);
}

void csamplehost_limit(const struct csamplehost_limits *limits) {
  struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  limit(RLIMIT_CPU, limits->cpu_seconds);
  /* Not RLIMIT_AS: each thread's malloc arena reserves 64 MiB of addresses that it never uses. */
  limit(RLIMIT_DATA, limits->data_bytes);
  limit(RLIMIT_FSIZE, limits->file_bytes);
  limit(RLIMIT_NOFILE, limits->open_files);
  limit(RLIMIT_NPROC, limits->processes);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

#ifdef __linux__
static void report_exit(int status, void *descriptor) {
  dprintf((int)(intptr_t)descriptor, "exit %d\n", status & 0xFF);
}
#endif

void csamplehost_report_exit(int descriptor) {
#ifdef __linux__
  on_exit(report_exit, (void *)(intptr_t)descriptor);
#else
  (void)descriptor;
#endif
}
