/* The task of a sample whose top level waits. */
#ifndef CSAMPLEHOST_TASK_H
#define CSAMPLEHOST_TASK_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct trace;
struct probe;

/* The task that the thread runs which calls this; 0 if it runs none, or the sample has made none. */
uintptr_t csamplehost_current_task(void);

/* Whether the thread that calls this runs the sample's first task. */
int csamplehost_runs_first_task(void);

/* Adds what the sample's first task waits for, inner callers first. To be asked only when no thread runs
   it: what it tells then is where it waited last. */
void csamplehost_trace_task(struct trace *trace, struct probe *probe);

#pragma GCC visibility pop

#endif
