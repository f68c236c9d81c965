/* What the other threads of the process do. */
#ifndef CSAMPLEHOST_ELSEWHERE_H
#define CSAMPLEHOST_ELSEWHERE_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct trace;

/* Which thread's way says best what a program waits for. */
enum csamplehost_rank { NOT_IN_SAMPLE, ASLEEP, AT_WORK, IN_FIRST_TASK };

/* Has all other threads call `look` with a trace and what the signal interrupted, after which they
   never go on: the process is about to end. Copies the trace of the thread of the highest rank that is in
   the sample, and gives its rank. May be called in a signal handler, by one thread, once. Only Linux
   tells which threads there are. */
enum csamplehost_rank csamplehost_trace_elsewhere(struct trace *trace,
                                                  void (*look)(struct trace *trace,
                                                               const void *context));

#pragma GCC visibility pop

#endif
