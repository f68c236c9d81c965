/* Backtraces within the samples' library, as return addresses. */
#ifndef CSAMPLEHOST_TRACE_H
#define CSAMPLEHOST_TRACE_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { FRAMES = 48 };

/* The word, one of those in `CSampleHost.h`, tells how the address was found, and so how to find
   its line. */
struct frame {
  uintptr_t offset;
  const char *word;
};

struct trace {
  int count;
  struct frame frames[FRAMES];
};

/* A pipe through which the kernel reads memory: an unreadable address returns EFAULT instead of
   causing a second crash. */
struct probe {
  int ends[2];
};

/* Limits traces to addresses in the code of the library that contains `entry`. */
void csamplehost_trace_library(void *entry);

/* Adds an address if it is in that library. */
void csamplehost_trace_add(struct trace *trace, uintptr_t address, const char *word);

/* Adds the callers of a frame, inner ones first. */
void csamplehost_trace_walk(struct trace *trace, struct probe *probe, uintptr_t frame);

/* Adds the functions that resume after an `await`, from the context of the innermost. */
void csamplehost_trace_async(struct trace *trace, struct probe *probe, uintptr_t context);

/* Copies machine words from memory; returns whether all of them were readable. */
int csamplehost_read_words(struct probe *probe, uintptr_t address, uintptr_t *words, int count);

/* Adds this function's callers with the unwinder, which handles C code without frame pointers but
   isn't async-signal-safe. */
void csamplehost_trace_unwind(struct trace *trace);

/* Adds the unwinder's callers, then the functions of `walked` that resume after an `await`, which
   the unwinder can't find. Adds nothing if the unwinder finds nothing, or `walked` is complete. */
void csamplehost_trace_improve(struct trace *trace, const struct trace *walked);

#pragma GCC visibility pop

#endif
