/* The way to a place in the samples' library, as return addresses. */
#ifndef CSAMPLEHOST_TRACE_H
#define CSAMPLEHOST_TRACE_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { FRAMES = 48 };

/* Where an address came from decides how its line is found: the words of `CSampleHost.h`. */
struct frame {
  uintptr_t offset;
  const char *word;
};

struct trace {
  int count;
  struct frame frames[FRAMES];
};

/* A pipe through which the kernel reads memory for us: an address that can't be read gives EFAULT
   instead of a second crash. */
struct probe {
  int ends[2];
};

/* From now on, addresses count that lie in the code of the library that holds `entry`. */
void csamplehost_trace_library(void *entry);

/* Adds an address, unless it lies elsewhere. */
void csamplehost_trace_add(struct trace *trace, uintptr_t address, const char *word);

/* Adds the callers of a frame, inner ones first. */
void csamplehost_trace_walk(struct trace *trace, struct probe *probe, uintptr_t frame);

/* Adds the functions that go on after an `await`, by the context of the innermost. */
void csamplehost_trace_async(struct trace *trace, struct probe *probe, uintptr_t context);

/* Copies words of memory, if all of them can be read. */
int csamplehost_read_words(struct probe *probe, uintptr_t address, uintptr_t *words, int count);

/* Adds this function's callers by means of the unwinder, which finds its way through C code without
   frame pointers, and which is not safe in a signal handler. */
void csamplehost_trace_unwind(struct trace *trace);

/* Adds what the unwinder finds, and behind it the functions of `walked` that go on after an `await`, of
   which the unwinder doesn't know; nothing if it finds nothing, or nothing is missing in `walked`. */
void csamplehost_trace_improve(struct trace *trace, const struct trace *walked);

#pragma GCC visibility pop

#endif
