/* Crashes of the sample, and the end of its time. */
#ifndef CSAMPLEHOST_CRASH_H
#define CSAMPLEHOST_CRASH_H

#pragma GCC visibility push(hidden)

/* Reports where the process is when a signal is about to end it. Gives 0 or an errno value. */
int csamplehost_catch_crashes(void);

#pragma GCC visibility pop

#endif
