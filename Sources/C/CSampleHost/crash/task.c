#define _GNU_SOURCE
#include "task.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "trace.h"

/* The position in a task of the context with which it resumes: after the eight machine words of a
   `Job` (`AsyncTask::ResumeContext`, swift/include/swift/ABI/Task.h). */
enum { RESUME_CONTEXT = 8 };

struct made {
  void *task, *context;
};

typedef __attribute__((swiftcall)) struct made make(size_t flags, void *options, const void *type,
                                                    void *function, void *closure);

/* The first task of the process, which an asynchronous top level creates. */
static _Atomic(uintptr_t) first_task;

/* The linker's `--wrap` redirects a sample's calls of `swift_task_create` here, because the runtime
   keeps no list of suspended tasks, and they are on no stack. */
make csamplehost_task_create __asm__("__wrap_swift_task_create");

__attribute__((swiftcall, visibility("default"), used)) struct made csamplehost_task_create(
    size_t flags, void *options, const void *type, void *function, void *closure) {
  static _Atomic(make *) original;
  make *create = atomic_load(&original);
  if (!create) {
    create = (make *)dlsym(RTLD_DEFAULT, "swift_task_create");
    atomic_store(&original, create);
  }
  struct made made = create(flags, options, type, function, closure);
  uintptr_t none = 0;
  atomic_compare_exchange_strong(&first_task, &none, (uintptr_t)made.task);
  return made;
}

void csamplehost_trace_task(struct trace *trace, struct probe *probe) {
  uintptr_t context, task = atomic_load(&first_task);
  if (!task) return;
  if (!csamplehost_read_words(probe, task + RESUME_CONTEXT * sizeof context, &context, 1)) return;
  csamplehost_trace_async(trace, probe, context);
}
