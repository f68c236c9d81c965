/* The task of a sample whose top level is suspended. */
#ifndef CSAMPLEHOST_TASK_H
#define CSAMPLEHOST_TASK_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct trace;
struct probe;

/* Adds the suspended functions of the sample's first task, inner callers first. */
void csamplehost_trace_task(struct trace *trace, struct probe *probe);

#pragma GCC visibility pop

#endif
