#define _GNU_SOURCE
#include "CSampleHost.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

/* Between `value` and `most` the process gets a signal, if the resource has one. */
static void limit(int resource, uint64_t value, uint64_t most) {
  struct rlimit current;
  if (getrlimit(resource, &current)) return;
  rlim_t wanted = (rlim_t)value, last = (rlim_t)most;
  if (current.rlim_max != RLIM_INFINITY && wanted > current.rlim_max) wanted = current.rlim_max;
  if (current.rlim_max != RLIM_INFINITY && last > current.rlim_max) last = current.rlim_max;
  current.rlim_cur = wanted;
  current.rlim_max = last;
  setrlimit(resource, &current);
}

/* Results of runs are cached, so other limits need another version in `CacheKeys`. */
void csamplehost_limit(int seconds) {
  setpgid(0, 0);
  /* Give the supervisor priority, even if this process fills the machine with processes. */
  setpriority(PRIO_PROCESS, 0, 10);
  struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  /* All threads together: the time limit comes first, unless many use the processor. */
  uint64_t processor = seconds > 15 ? 4 * (uint64_t)seconds : 60;
  limit(RLIMIT_CPU, processor, processor + 2);
  /* Not RLIMIT_AS: each thread's malloc arena reserves 64 MiB of addresses that it never uses. */
  limit(RLIMIT_DATA, 1 << 30, 1 << 30);
  limit(RLIMIT_FSIZE, 64 << 20, 64 << 20);
  limit(RLIMIT_NOFILE, 1024, 1024);
  /* Those of this user; root's aren't limited. */
  limit(RLIMIT_NPROC, 4096, 4096);
  /* Most systems' defaults, so that settings of the author's shell don't affect the sample. */
  limit(RLIMIT_STACK, 8 << 20, RLIM_INFINITY);
  umask(022);
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
