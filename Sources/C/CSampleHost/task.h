/* The task of a sample whose top level waits. */
#ifndef CSAMPLEHOST_TASK_H
#define CSAMPLEHOST_TASK_H

#pragma GCC visibility push(hidden)

struct trace;
struct probe;

/* Whether the thread that calls this runs the sample's first task. */
int csamplehost_runs_first_task(void);

/* Adds what the sample's first task waits for, inner callers first. To be asked only when no thread runs
   it: what it tells then is where it waited last. */
void csamplehost_trace_task(struct trace *trace, struct probe *probe);

#pragma GCC visibility pop

#endif
