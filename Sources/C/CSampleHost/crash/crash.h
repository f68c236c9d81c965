/* Reports of crashes and timeouts of the sample. */
#ifndef CSAMPLEHOST_CRASH_H
#define CSAMPLEHOST_CRASH_H

#pragma GCC visibility push(hidden)

/* Reports the backtrace before a signal ends the process. Returns 0 or an errno value. */
int csamplehost_catch_crashes(void);

#pragma GCC visibility pop

#endif
