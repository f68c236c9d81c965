/* What a sample without bubblewrap must not do to who watches over it. */
#ifndef CSAMPLEHOST_GUARD_H
#define CSAMPLEHOST_GUARD_H

#include <sys/types.h>

#pragma GCC visibility push(hidden)

/* Takes from this process and all that will come of it, for good, the means to end the processes and
   process groups of these numbers, as kill(2) takes them: `EPERM` is what it gets. A sample that
   killed its supervisor could leave behind what that would have ended.

   It is a filter of system calls (seccomp(2)), and a kernel without those does nothing. Beside
   kill(2) and its relatives it knows the ways around them: for all processes at once, joining a
   group that may be killed, another's limits, tracing, and signals that a file sends. */
void csamplehost_guard(const pid_t *numbers, int count);

/* Takes from this process and all that will come of it, for good, the means to send signals to any
   other and to connect to its abstract sockets, where the kernel knows such scopes. */
void csamplehost_scope(void);

#pragma GCC visibility pop

#endif
