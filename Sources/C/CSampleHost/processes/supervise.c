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

/* Ends this process as another ended. */
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

/* The parent's part: waits for the child's end or for SIGTERM, and ends as the child did. */
static void stay_behind(pid_t child, const sigset_t *awaited) {
  int status = 0, is_over = 0, reason;
  struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  /* So that nobody of this user can look into it or write to it by way of /proc or ptrace(2). */
  prctl(PR_SET_DUMPABLE, 0);
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
  /* All others stay pending for ever. */
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before);
  csamplehost_adopt();
  /* What ends this one must end the others too. */
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  pid_t child = fork();
  int failure = child < 0 ? errno : 0;
  if (child > 0) stay_behind(child, &awaited);
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
