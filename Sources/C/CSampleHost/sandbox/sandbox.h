/* Permanent restrictions of a run without bubblewrap; its descendants inherit them. */
#ifndef CSAMPLEHOST_SANDBOX_H
#define CSAMPLEHOST_SANDBOX_H

#include <sys/types.h>

#pragma GCC visibility push(hidden)

/* Denies signals to other processes and their abstract sockets, where the kernel has such scopes.

   `rules` are lines of `w` or `r` and a path. With them, denies access to all files except the
   named paths and everything below them, to change (`w`) or to read and execute (`r`), and drops
   the superuser's capabilities. Paths that don't exist are ignored. With NULL all files stay
   accessible.

   Returns 0, or an errno value when rules were given but couldn't be applied.

   Landlock (landlock(7)) has no rules for some operations on file names: stat(2), chmod(2),
   chown(2), utime(2), setxattr(2). Before Linux 6.2 it has none for truncate(2). */
int csamplehost_restrict_files(const char *rules);

/* Denies, with `EPERM`, ending the processes and process groups of these numbers, in the format of
   kill(2). A sample that killed its supervisor could leave processes behind.

   With `confines`, also denies creating Unix sockets: file rules don't prevent connecting to one,
   and a service behind it, such as D-Bus or Docker, may act outside the restrictions.

   This is a filter of system calls (seccomp(2)); a kernel without filters does nothing. Besides
   kill(2) and its variants, it covers the ways around them: all processes at once, joining a group
   that may be killed, another process's limits, tracing, and signals from a file. */
void csamplehost_filter_calls(const pid_t *numbers, int count, int confines);

#pragma GCC visibility pop

#endif
