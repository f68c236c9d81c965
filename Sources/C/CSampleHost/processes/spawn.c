#define _GNU_SOURCE
#include "CSampleHost.h"

#include "passage.h"
#include "processes.h"
#include "start.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif

enum { MILLISECONDS_TO_REPORT = 1000 };

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

/* A shell and its output to 1 and 2. */
struct child {
  pid_t pid;
  struct csamplehost_passage passages[2];
};

/* Forwards a child's output, and kills the child if it exceeds the limit. */
static void pass_on(struct child *child) {
  for (int index = 0; index < 2; index++) {
    struct csamplehost_passage *passage = &child->passages[index];
    csamplehost_pass_on(passage);
    if (passage->is_exceeded) kill(-child->pid, SIGKILL);
  }
}

/* Waits for a child's end without reaping it, and forwards its output. Returns 0, or ETIMEDOUT
   after a timeout. */
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

/* Makes a shell report its line. A shell handles a signal only between two commands, so this kills
   the command that it waits for. The shell's messages about that are discarded. */
static void request_line(struct child *shell) {
  pass_on(shell);
  for (int index = 0; index < 2; index++) csamplehost_silence_passage(&shell->passages[index]);
  kill(shell->pid, SIGVTALRM);
  csamplehost_kill_listed(shell->pid, 0);
  await_end(shell, MILLISECONDS_TO_REPORT);
}

/* Starts a shell whose output goes through passages. Returns 0 or an errno value. */
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
  if (failure) request_line(&child);
  /* The child's ID isn't reused until it is reaped, so this can't kill other processes. */
  kill(-child.pid, SIGKILL);
  while (waitpid(child.pid, status, 0) < 0 && errno == EINTR) {
  }
  csamplehost_end_family();
  for (int index = 0; index < 2; index++) {
    /* All writers are gone. */
    csamplehost_pass_on(&child.passages[index]);
    csamplehost_close_passage(&child.passages[index]);
  }
  return failure;
}
