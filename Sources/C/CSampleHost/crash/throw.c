#define _GNU_SOURCE
#include "throw.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "CSampleHost.h"
#include "report.h"
#include "trace.h"

enum { THROWS = 64 };

struct throw {
  /* NULL for a typed throw, whose error becomes an object later. */
  const void *error;
  uintptr_t type;
  struct trace trace;
};

/* Errors are thrown on any thread. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct throw throws[THROWS];
static unsigned throw_count;
static struct probe probe = {{-1, -1}};
static void (*describe_error)(const void *);

static uintptr_t type_of(const void *error) {
  /* After the header of the object (SwiftError of swift/stdlib/public/runtime/ErrorObject.h). */
  uintptr_t type = 0;
  csamplehost_read_words(&probe, (uintptr_t)error + 2 * sizeof type, &type, 1);
  return type;
}

/* Records a throw; called with the frame of a function that the runtime calls. */
static void record_throw(const void *error, uintptr_t type, uintptr_t frame) {
  pthread_mutex_lock(&lock);
  struct throw *next = &throws[throw_count++ % THROWS];
  *next = (struct throw){.error = error, .type = type};
  csamplehost_trace_walk(&next->trace, &probe, frame);
  pthread_mutex_unlock(&lock);
}

static void will_throw(void *error) {
  record_throw(error, type_of(error), (uintptr_t)__builtin_frame_address(0));
}

static void will_throw_typed(const void *value, const void *type, const void *conformance) {
  (void)value;
  (void)conformance;
  record_throw(NULL, (uintptr_t)type, (uintptr_t)__builtin_frame_address(0));
}

int csamplehost_watch_throws(void (*describe)(const void *error)) {
  int failure = csamplehost_pipe(probe.ends);
  if (failure) return failure;
  describe_error = describe;
  /* A variable of the runtime for test libraries; older runtimes lack it. */
  void (*_Atomic *hook)(void *) = dlsym(RTLD_DEFAULT, "_swift_willThrow");
  if (hook) atomic_store(hook, will_throw);
  void (*_Atomic *typed)(const void *, const void *, const void *) =
      dlsym(RTLD_DEFAULT, "_swift_willThrowTypedImpl");
  if (typed) atomic_store(typed, will_throw_typed);
  return 0;
}

/* Returns the last throw of an error by the sample itself, or one that the sample awaited, as when
   a task group rethrows the error of a task. */
static const struct trace *latest_throw(const void *error) {
  uintptr_t type = type_of(error);
  const struct trace *awaited = NULL, *typed = NULL;
  unsigned known = throw_count < THROWS ? throw_count : THROWS;
  for (unsigned age = 1; age <= known; age++) {
    const struct throw *each = &throws[(throw_count - age) % THROWS];
    if (!each->trace.count || each->type != type) continue;
    if (!each->error && !typed) typed = &each->trace;
    if (each->error != error) continue;
    if (strcmp(each->trace.frames[0].word, "resume")) return &each->trace;
    if (!awaited) awaited = &each->trace;
  }
  return typed ? typed : awaited;
}

/* The linker's `--wrap` redirects a sample's calls of `swift_errorInMain` here, because the
   runtime's own function prints a line of its source and traps. The first argument is the same in
   Swift's and C's calling conventions. */
void csamplehost_error_in_main(const void *error) __asm__("__wrap_swift_errorInMain");

__attribute__((visibility("default"), used)) void csamplehost_error_in_main(const void *error) {
  fflush(stdout);
  if (csamplehost_report_is_open()) {
    pthread_mutex_lock(&lock);
    csamplehost_report_text("threw\n");
    const struct trace *trace = latest_throw(error);
    if (trace) csamplehost_report_trace(trace);
    pthread_mutex_unlock(&lock);
    describe_error(error);
  }
  _exit(1);
}
