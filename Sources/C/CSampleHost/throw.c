#define _GNU_SOURCE
#include "throw.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "CSampleHost.h"
#include "report.h"
#include "trace.h"

enum { THROWS = 64 };

/* Errors are thrown on any thread. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct trace throws[THROWS];
static unsigned throw_count;
static struct probe probe = {{-1, -1}};
static void (*describe_error)(const void *);

static void will_throw(void *error) {
  pthread_mutex_lock(&lock);
  struct trace *trace = &throws[throw_count++ % THROWS];
  trace->error = error;
  trace->count = 0;
  csamplehost_trace_walk(trace, &probe, (uintptr_t)__builtin_frame_address(0));
  pthread_mutex_unlock(&lock);
}

int csamplehost_watch_throws(void (*describe)(const void *error)) {
  int failure = csamplehost_pipe(probe.ends);
  if (failure) return failure;
  describe_error = describe;
  /* A variable of the runtime, there for test libraries; older runtimes haven't got it. */
  void (*_Atomic *hook)(void *) = dlsym(RTLD_DEFAULT, "_swift_willThrow");
  if (hook) atomic_store(hook, will_throw);
  return 0;
}

/* The latest throw of this very error that passed through the sample. If it is known and never did,
   there is none; if it isn't known, then it was thrown with its type known and boxed anew on its
   way, and the latest throw of any error will be its. */
static const struct trace *latest_throw(const void *error) {
  unsigned known = throw_count < THROWS ? throw_count : THROWS;
  const struct trace *any = NULL;
  int is_known = 0;
  for (unsigned age = 1; age <= known; age++) {
    const struct trace *trace = &throws[(throw_count - age) % THROWS];
    if (trace->error == error) {
      if (trace->count) return trace;
      is_known = 1;
    } else if (!any && trace->count) {
      any = trace;
    }
  }
  return is_known ? NULL : any;
}

/* The linker's `--wrap` sends a sample's calls of `swift_errorInMain` here: the runtime's own
   prints a line of its source and traps. The first argument of Swift's calling convention is C's. */
void csamplehost_error_in_main(const void *error) __asm__("__wrap_swift_errorInMain");

__attribute__((visibility("default"), used)) void csamplehost_error_in_main(const void *error) {
  fflush(stdout);
  if (csamplehost_report_is_open()) {
    pthread_mutex_lock(&lock);
    csamplehost_report_text("threw\n");
    const struct trace *trace = latest_throw(error);
    if (trace) csamplehost_report_trace(trace);
    struct trace here = {.count = 0};
    csamplehost_trace_add(&here, (uintptr_t)__builtin_return_address(0), "landing");
    csamplehost_report_trace(&here);
    pthread_mutex_unlock(&lock);
    describe_error(error);
  }
  _exit(1);
}
