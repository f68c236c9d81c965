#define _GNU_SOURCE
#include "start.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#ifdef __linux__

#include <pthread.h>
#include <sys/prctl.h>
#include <sys/wait.h>

/* Turns the new process into the program. It shares this process's memory, so it must not call
   functions that change memory. Returns the reason why it failed. */
static int exec_program(const struct csamplehost_program *program, pid_t parent) {
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigset_t none;
  sigemptyset(&none);
  for (int number = 1; number < NSIG; number++) sigaction(number, &usual, NULL);
  if (program->leads_session ? setsid() < 0 : setpgid(0, 0)) return errno;
  for (int target = 0; target < 4; target++) {
    int descriptor = program->descriptors[target];
    /* A descriptor that keeps its number would otherwise be closed. */
    if (descriptor == target ? fcntl(target, F_SETFD, 0) : dup2(descriptor, target) < 0)
      return errno;
  }
  closefrom(4);
  if (program->directory && chdir(program->directory)) return errno;
  if (program->ends_with_thread) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL)) return errno;
    /* The parent may have died just before. */
    if (getppid() != parent) return ESRCH;
  }
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(program->path, program->arguments, program->environment);
  return errno;
}

/* Not `posix_spawn`, which can't make a process end with its parent. */
int csamplehost_start(pid_t *pid, const struct csamplehost_program *program) {
  volatile int failure = 0;
  pid_t parent = getpid();
  sigset_t all, before;
  /* No signal handler of this process may run in the new one. */
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = vfork();
  if (child == 0) {
    failure = exec_program(program, parent);
    _exit(127);
  }
  if (child < 0) failure = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (child > 0 && failure)
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
  *pid = child;
  return failure;
}

#else

#include <spawn.h>

int csamplehost_start(pid_t *pid, const struct csamplehost_program *program) {
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
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_CLOEXEC_DEFAULT;
  failure = posix_spawnattr_setflags(
      &attributes, flags | (program->leads_session ? POSIX_SPAWN_SETSID : POSIX_SPAWN_SETPGROUP));
  /* A descriptor that keeps its number becomes inheritable by this. */
  for (int target = 0; target < 4 && !failure; target++)
    failure = posix_spawn_file_actions_adddup2(&actions, program->descriptors[target], target);
  if (!failure && program->directory)
    failure = posix_spawn_file_actions_addchdir_np(&actions, program->directory);
  if (!failure)
    failure = posix_spawn(pid, program->path, &actions, &attributes, program->arguments,
                          program->environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

#endif
