#define _GNU_SOURCE
#include "CSampleHost.h"

#include "processes.h"
#include "start.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif

enum { MILLISECONDS_TO_WAKE = 50, MILLISECONDS_TO_SAY_WHERE = 1000, MILLISECONDS_TO_GO = 450 };

int csamplehost_spawn(pid_t *pid, const char *path, char *const argv[], char *const environment[],
                      const char *directory, const int descriptors[4], int ends_with_thread) {
  struct csamplehost_program program = {
      .path = path,
      .arguments = argv,
      .environment = environment,
      .directory = directory,
      .descriptors = descriptors,
      .leads_session = 1,
      .ends_with_thread = ends_with_thread,
  };
  return csamplehost_start(pid, &program);
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

/* Waits for a child's end without reaping it. Gives 0, or ETIMEDOUT when its time was over. */
static int await_end(pid_t pid, long milliseconds) {
  int failure = 0;
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  struct pollfd end = {.fd = csamplehost_process_descriptor(pid), .events = POLLIN};
  while (!csamplehost_has_ended(pid)) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    long left = milliseconds - (now.tv_sec - start.tv_sec) * 1000L -
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

/* Asks what a shell waits for: a subshell says where it is, and others are ended. One in the
   background, which the shell doesn't wait for, is known by not minding SIGINT (POSIX.1-2024, Shell
   Command Language, section 2.12), and is ended as well. The numbers of those that the shell waits for
   are written to `report`, unless that is negative. */
static void ask_others(pid_t shell, int signal, int report) {
  size_t count = 0;
  struct csamplehost_process *all = csamplehost_list_family(shell, 0, &count);
  /* The end of a pipe first: of what the others did the shell says nothing. */
  for (size_t index = count; index-- > 0;) {
    pid_t other = all[index].pid;
    if (!all[index].is_family || other == shell) continue;
    int is_awaited = !csamplehost_ignores(other, SIGINT);
    if (is_awaited && report >= 0) dprintf(report, "awaited %d\n", (int)other);
    kill(other, is_awaited && csamplehost_catches(other, SIGVTALRM) ? SIGVTALRM : signal);
  }
  free(all);
}

/* A shell acts on a signal only between two commands, or while it waits for what is in the background,
   so what it waits for is ended: by the signals of whose effect shells say nothing, first the one of
   which programs don't either, and at last by the one that no program can ignore. */
static void ask_where(pid_t shell, int report) {
  kill(shell, SIGVTALRM);
  if (!await_end(shell, MILLISECONDS_TO_WAKE)) return;
  ask_others(shell, SIGPIPE, report);
  if (!await_end(shell, MILLISECONDS_TO_SAY_WHERE)) return;
  ask_others(shell, SIGINT, -1);
  if (!await_end(shell, MILLISECONDS_TO_GO)) return;
  ask_others(shell, SIGKILL, -1);
  await_end(shell, MILLISECONDS_TO_GO);
}

int csamplehost_run_child(const char *path, char *const argv[], int seconds, int report,
                          int *status) {
  const int descriptors[] = {0, 1, 2, report};
  pid_t pid = 0;
  struct csamplehost_program program = {
      .path = path, .arguments = argv, .environment = environ, .descriptors = descriptors};
  int failure = csamplehost_start(&pid, &program);
  if (failure) return failure;
  failure = await_end(pid, seconds * 1000L);
  if (failure) ask_where(pid, report);
  /* Its number is taken until it is reaped, so this can't hit strangers. */
  kill(-pid, SIGKILL);
  while (waitpid(pid, status, 0) < 0 && errno == EINTR) {
  }
  csamplehost_end_family();
  return failure;
}
