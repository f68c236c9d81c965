/* The report descriptor, as a signal handler may use it: with write(2) and arithmetic only. */
#ifndef CSAMPLEHOST_REPORT_H
#define CSAMPLEHOST_REPORT_H

#include "trace.h"

#pragma GCC visibility push(hidden)

/* From now on, reports go to this descriptor, which programs started meanwhile don't inherit. */
void csamplehost_report_open(int descriptor);

/* Whether there is one. */
int csamplehost_report_is_open(void);

void csamplehost_report_text(const char *text);

/* Writes a line of a word and a number. */
void csamplehost_report_line(const char *word, uintptr_t number, unsigned base);

/* Writes a line for each address. */
void csamplehost_report_trace(const struct trace *trace);

#pragma GCC visibility pop

#endif
