/* Errors that a sample throws, including an uncaught one. */
#ifndef CSAMPLEHOST_THROW_H
#define CSAMPLEHOST_THROW_H

#pragma GCC visibility push(hidden)

/* Records where errors are thrown; calls `describe` with an uncaught error. Returns 0 or an errno
   value. */
int csamplehost_watch_throws(void (*describe)(const void *error));

#pragma GCC visibility pop

#endif
