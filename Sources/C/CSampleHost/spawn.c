#define _GNU_SOURCE
#include "CSampleHost.h"

#include "passage.h"
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

/* A shell, and what it writes to its 1 and 2. */
struct child {
  pid_t pid;
  struct csamplehost_passage passages[2];
};

/* Passes on what a child has written, and kills it when that is too much. */
static void pass_on(struct child *child) {
  for (int index = 0; index < 2; index++) {
    struct csamplehost_passage *passage = &child->passages[index];
    csamplehost_pass_on(passage);
    if (passage->is_exceeded) kill(-child->pid, SIGKILL);
  }
}

/* Waits for a child's end without reaping it, and passes on what it writes. Gives 0, or ETIMEDOUT when
   its time was over. */
static int await_end(struct child *child, long milliseconds) {
  int failure = 0;
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  struct pollfd watched[] = {
      {.fd = csamplehost_process_descriptor(child->pid), .events = POLLIN},
      {.fd = child->passages[0].source, .events = POLLIN},
      {.fd = child->passages[1].source, .events = POLLIN},
  };
  while (!csamplehost_has_ended(child->pid)) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    long left = milliseconds - (now.tv_sec - start.tv_sec) * 1000L -
                (now.tv_nsec - start.tv_nsec) / 1000000L;
    if (left <= 0) {
      failure = ETIMEDOUT;
      break;
    }
    if (watched[0].fd < 0 && left > 5) left = 5;
    poll(watched, 3, (int)(left > 60000 ? 60000 : left));
    pass_on(child);
    for (int index = 0; index < 2; index++) watched[index + 1].fd = child->passages[index].source;
  }
  if (watched[0].fd >= 0) close(watched[0].fd);
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
static void ask_where(struct child *shell, int report) {
  kill(shell->pid, SIGVTALRM);
  if (!await_end(shell, MILLISECONDS_TO_WAKE)) return;
  ask_others(shell->pid, SIGPIPE, report);
  if (!await_end(shell, MILLISECONDS_TO_SAY_WHERE)) return;
  ask_others(shell->pid, SIGINT, -1);
  if (!await_end(shell, MILLISECONDS_TO_GO)) return;
  ask_others(shell->pid, SIGKILL, -1);
  await_end(shell, MILLISECONDS_TO_GO);
}

/* Starts a shell whose output goes through passages. Gives 0 or an errno value. */
static int start_child(struct child *child, const char *path, char *const argv[], size_t limit,
                       int report) {
  int descriptors[] = {0, -1, -1, report};
  int failure = 0;
  for (int index = 0; index < 2 && !failure; index++) {
    failure = csamplehost_open_passage(&child->passages[index], index + 1, limit,
                                       &descriptors[index + 1]);
  }
  struct csamplehost_program program = {
      .path = path, .arguments = argv, .environment = environ, .descriptors = descriptors};
  if (!failure) failure = csamplehost_start(&child->pid, &program);
  for (int index = 0; index < 2; index++) {
    if (descriptors[index + 1] >= 0) close(descriptors[index + 1]);
    if (failure) csamplehost_close_passage(&child->passages[index]);
  }
  return failure;
}

int csamplehost_run_child(const char *path, char *const argv[], int seconds, size_t limit, int report,
                          int *status) {
  struct child child = {.pid = 0, .passages = {{.source = -1}, {.source = -1}}};
  int failure = start_child(&child, path, argv, limit, report);
  if (failure) return failure;
  failure = await_end(&child, seconds * 1000L);
  if (failure) ask_where(&child, report);
  /* Its number is taken until it is reaped, so this can't hit strangers. */
  kill(-child.pid, SIGKILL);
  while (waitpid(child.pid, status, 0) < 0 && errno == EINTR) {
  }
  csamplehost_end_family();
  for (int index = 0; index < 2; index++) {
    /* Nobody writes any more. */
    csamplehost_pass_on(&child.passages[index]);
    csamplehost_close_passage(&child.passages[index]);
  }
  return failure;
}
