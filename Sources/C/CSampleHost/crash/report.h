/* Writes to the report descriptor, with only write(2) and arithmetic, as a signal handler may. */
#ifndef CSAMPLEHOST_REPORT_H
#define CSAMPLEHOST_REPORT_H

#include "trace.h"

#pragma GCC visibility push(hidden)

/* Sets the descriptor for reports, which child processes don't inherit. */
void csamplehost_report_open(int descriptor);

/* Returns whether the descriptor is set. */
int csamplehost_report_is_open(void);

void csamplehost_report_text(const char *text);

/* Writes a line with a keyword and a number. */
void csamplehost_report_line(const char *word, uintptr_t number, unsigned base);

/* Writes a line for each address. */
void csamplehost_report_trace(const struct trace *trace);

#pragma GCC visibility pop

#endif
