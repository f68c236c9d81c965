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
#include "task.h"
#include "trace.h"

enum { THROWS = 64 };

/* Errors are thrown on any thread. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct trace throws[THROWS];
static unsigned throw_count;
static struct probe probe = {{-1, -1}};
static void (*describe_error)(const void *);

static uintptr_t type_of(const void *error) {
  /* Behind the header of the object (SwiftError of swift/stdlib/public/runtime/ErrorObject.h). */
  uintptr_t type = 0;
  csamplehost_read_words(&probe, (uintptr_t)error + 2 * sizeof type, &type, 1);
  return type;
}

/* To be called under the lock, with the frame of a function that the runtime calls. */
static void remember(const void *error, uintptr_t type, uintptr_t frame) {
  struct trace *trace = &throws[throw_count++ % THROWS];
  trace->error = error;
  trace->type = type;
  trace->task = csamplehost_current_task();
  trace->count = 0;
  trace->thrower = 0;
  uintptr_t words[2];
  /* The runtime's function calls this one; whoever calls that throws. */
  if (csamplehost_read_words(&probe, frame, words, 2) &&
      csamplehost_read_words(&probe, words[0], words, 2))
    trace->thrower = words[1];
  csamplehost_trace_walk(trace, &probe, frame);
}

static void will_throw(void *error) {
  pthread_mutex_lock(&lock);
  remember(error, type_of(error), (uintptr_t)__builtin_frame_address(0));
  pthread_mutex_unlock(&lock);
}

/* Of what is thrown with its type known there is no object yet: that is made where it is caught as
   any error. */
static void will_throw_typed(const void *value, const void *type, const void *conformance) {
  (void)value;
  (void)conformance;
  pthread_mutex_lock(&lock);
  remember(NULL, (uintptr_t)type, (uintptr_t)__builtin_frame_address(0));
  pthread_mutex_unlock(&lock);
}

int csamplehost_watch_throws(void (*describe)(const void *error)) {
  int failure = csamplehost_pipe(probe.ends);
  if (failure) return failure;
  describe_error = describe;
  /* A variable of the runtime, there for test libraries; older runtimes haven't got it. */
  void (*_Atomic *hook)(void *) = dlsym(RTLD_DEFAULT, "_swift_willThrow");
  if (hook) atomic_store(hook, will_throw);
  void (*_Atomic *typed)(const void *, const void *, const void *) =
      dlsym(RTLD_DEFAULT, "_swift_willThrowTypedImpl");
  if (typed) atomic_store(typed, will_throw_typed);
  return 0;
}

struct box {
  void *error, *value;
};

typedef __attribute__((swiftcall)) struct box allocate(const void *type, const void *witness,
                                                       void *value, _Bool takes);

/* The linker's `--wrap` sends a sample's calls of `swift_allocError` here: an error that lies where
   one lay before that is gone has not been thrown yet. */
allocate csamplehost_alloc_error __asm__("__wrap_swift_allocError");

__attribute__((swiftcall, visibility("default"), used)) struct box csamplehost_alloc_error(
    const void *type, const void *witness, void *value, _Bool takes) {
  static _Atomic(allocate *) original;
  allocate *next = atomic_load(&original);
  if (!next) {
    next = (allocate *)dlsym(RTLD_DEFAULT, "swift_allocError");
    atomic_store(&original, next);
  }
  struct box box = next(type, witness, value, takes);
  pthread_mutex_lock(&lock);
  for (unsigned index = 0; index < THROWS; index++)
    if (throws[index].error == box.error) throws[index].error = NULL, throws[index].type = 0;
  pthread_mutex_unlock(&lock);
  return box;
}

static unsigned known_throws(void) { return throw_count < THROWS ? throw_count : THROWS; }

static const struct trace *aged(unsigned age) { return &throws[(throw_count - age) % THROWS]; }

/* Whether it may be that an error is thrown on that was thrown before: by the sample itself, or by the
   runtime, for a task's error leaves a group of tasks so. */
static int may_pass_on(const struct trace *trace) {
  Dl_info information;
  return csamplehost_trace_holds(trace->thrower) ||
         (trace->thrower && dladdr((void *)trace->thrower, &information) && information.dli_fname &&
          strstr(information.dli_fname, "libswift_Concurrency"));
}

/* Where the error of the throw of an age was thrown in the task that it comes from, as far as that
   passed through the sample. What one task throws twice is not handed over: it may be kept. */
static const struct trace *origin(unsigned age) {
  const struct trace *found = aged(age), *current = found;
  while (current->error && may_pass_on(current) && ++age <= known_throws()) {
    const struct trace *earlier = aged(age);
    if (earlier->type != current->type || earlier->task == current->task) continue;
    if (earlier->error && earlier->error != current->error) continue;
    current = earlier;
    if (current->count) found = current;
  }
  return found;
}

/* The latest throw of this very error that passed through the sample. If it is known and never did,
   there is none. If it isn't known, then it was thrown with its type known and made an object on its
   way: the latest throw of that type is its, or of any error. */
static const struct trace *latest_throw(const void *error) {
  const struct trace *any = NULL, *typed = NULL;
  uintptr_t type = type_of(error);
  int is_known = 0;
  for (unsigned age = 1; age <= known_throws(); age++) {
    const struct trace *trace = aged(age);
    if (trace->error == error) {
      if (trace->count) return origin(age);
      is_known = 1;
    } else if (trace->count) {
      if (!typed && !trace->error && trace->type == type) typed = trace;
      if (!any) any = origin(age);
    }
  }
  return is_known ? NULL : typed ? typed : any;
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
