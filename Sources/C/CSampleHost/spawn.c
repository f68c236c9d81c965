#define _GNU_SOURCE
#include "CSampleHost.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif

/* Starts a program with all signals as they are by default, with `descriptors` as its 0, 1, 2 and 3
   and no others, in `directory` or, without one, where this process is. */
static int start(pid_t *pid, const char *path, char *const argv[], char *const environment[],
                 const char *directory, const int descriptors[4], short flags) {
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
  flags |= POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef __APPLE__
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  failure = posix_spawnattr_setflags(&attributes, flags);
  /* One that stays what it is is inherited by that. */
  for (int target = 0; target < 4 && !failure; target++)
    failure = posix_spawn_file_actions_adddup2(&actions, descriptors[target], target);
#ifndef __APPLE__
  if (!failure) failure = posix_spawn_file_actions_addclosefrom_np(&actions, 4);
#endif
  if (!failure && directory)
    failure = posix_spawn_file_actions_addchdir_np(&actions, directory);
  if (!failure) failure = posix_spawn(pid, path, &actions, &attributes, argv, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

int csamplehost_spawn(pid_t *pid, const char *path, char *const argv[], char *const environment[],
                      const char *directory, const int descriptors[4]) {
  return start(pid, path, argv, environment, directory, descriptors, POSIX_SPAWN_SETSID);
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

/* Waits for a child's end without reaping it. Gives 0, or ETIMEDOUT when its seconds were over. */
static int await_end(pid_t pid, int seconds) {
  int failure = 0;
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
  if (end.fd >= 0) close(end.fd);
  return failure;
}

int csamplehost_run_child(const char *path, char *const argv[], int seconds, int *status) {
  static const int same[] = {0, 1, 2, 3};
  pid_t pid = 0;
  int failure = start(&pid, path, argv, environ, NULL, same, POSIX_SPAWN_SETPGROUP);
  if (failure) return failure;
  failure = await_end(pid, seconds);
  /* Its number is taken until it is reaped, so this can't hit strangers. */
  kill(-pid, SIGKILL);
  while (waitpid(pid, status, 0) < 0 && errno == EINTR) {
  }
  csamplehost_end_family();
  return failure;
}
