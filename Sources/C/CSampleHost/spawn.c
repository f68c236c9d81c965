#define _GNU_SOURCE
#include "CSampleHost.h"

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
  struct csamplehost_program program = {
      .path = path, .arguments = argv, .environment = environ, .descriptors = same};
  int failure = csamplehost_start(&pid, &program);
  if (failure) return failure;
  failure = await_end(pid, seconds);
  /* Its number is taken until it is reaped, so this can't hit strangers. */
  kill(-pid, SIGKILL);
  while (waitpid(pid, status, 0) < 0 && errno == EINTR) {
  }
  csamplehost_end_family();
  return failure;
}
