#define _GNU_SOURCE
#include "CSampleHost.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../sandbox/sandbox.h"

#ifdef __linux__
#include <sys/prctl.h>

/* Ends this process with the status of another. */
static void end_as(int status) {
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, WTERMSIG(status));
  signal(WTERMSIG(status), SIG_DFL);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  kill(getpid(), WTERMSIG(status));
  _exit(128 + WTERMSIG(status));
}

/* Supervises the child: waits for its end or for SIGTERM, and ends like the child. */
static void run_supervisor(pid_t child, const sigset_t *awaited) {
  int status = 0, is_over = 0, reason;
  struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  /* Prevents processes of this user from reading or writing its memory with /proc or ptrace(2). */
  prctl(PR_SET_DUMPABLE, 0);
  /* Close these, so that readers of the child's output see its end. */
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
  /* Kill the group immediately, before searching: most processes of a program stay in its group. */
  if (!is_over) kill(-child, SIGKILL);
  csamplehost_end_family();
  if (!is_over) _exit(128 + SIGTERM);
  end_as(status);
}
#endif

int csamplehost_supervise(const char *rules) {
#ifdef __linux__
  sigset_t awaited, all, before;
  pid_t supervisor = getpid();
  const pid_t guarded[] = {supervisor, -getpgrp(), getppid(), -getpgid(getppid())};
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGCHLD);
  sigaddset(&awaited, SIGTERM);
  /* Block all signals: the supervisor waits for those two, and all others stay pending. */
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before);
  csamplehost_adopt();
  /* When its parent dies, the supervisor gets SIGTERM, and so ends all descendants too. */
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  pid_t child = fork();
  int failure = child < 0 ? errno : 0;
  if (child > 0) run_supervisor(child, &awaited);
  setpgid(0, 0);
  if (!failure) failure = csamplehost_restrict_files(rules);
  if (!failure)
    csamplehost_filter_calls(guarded, sizeof guarded / sizeof guarded[0], rules != NULL);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return failure;
#else
  (void)rules;
  return 0;
#endif
}
