/* What the other threads of the process do. */
#ifndef CSAMPLEHOST_ELSEWHERE_H
#define CSAMPLEHOST_ELSEWHERE_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct trace;

/* Has every other thread call `look` with its trace, instruction and frame pointer, until one gives
   a trace that isn't empty, which is then copied to `trace`. May be called in a signal handler, by one
   thread, once. Only Linux tells which threads there are. */
void csamplehost_trace_elsewhere(struct trace *trace,
                                 void (*look)(struct trace *trace, const void *context));

#pragma GCC visibility pop

#endif
