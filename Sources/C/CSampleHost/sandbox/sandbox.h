/* What a run without bubblewrap gives up, for good, and with it all that comes of it. */
#ifndef CSAMPLEHOST_SANDBOX_H
#define CSAMPLEHOST_SANDBOX_H

#include <sys/types.h>

#pragma GCC visibility push(hidden)

/* Takes away signals to other processes and their abstract sockets, where the kernel knows such scopes,
   and all files but those that `rules` names: lines of `w` or `r` and a path, to change or to read and
   execute it and whatever is below it; with them, the superuser's capabilities. A path that isn't there is
   left out. With NULL all files stay.
   Gives 0, or an errno value when the files stay although rules were given.

   Landlock (landlock(7)) has no rule for some of what is done to a file by its name: stat(2), chmod(2),
   chown(2), utime(2), setxattr(2). Before Linux 6.2 it has none for truncate(2). */
int csamplehost_restrict_files(const char *rules);

/* Takes away the means to end the processes and process groups of these numbers, as kill(2) takes them:
   `EPERM` is what it gets. A sample that killed its supervisor could leave behind what that would have
   ended. With `confines`, no more Unix sockets either: a file rule doesn't keep anybody from connecting
   to one, and there may be a service behind it that acts outside, such as D-Bus or Docker.

   It is a filter of system calls (seccomp(2)), and a kernel without those does nothing. Beside
   kill(2) and its relatives it knows the ways around them: for all processes at once, joining a
   group that may be killed, another's limits, tracing, and signals that a file sends. */
void csamplehost_filter_calls(const pid_t *numbers, int count, int confines);

#pragma GCC visibility pop

#endif
