/* Errors that a sample throws, and the one that nobody catches. */
#ifndef CSAMPLEHOST_THROW_H
#define CSAMPLEHOST_THROW_H

#pragma GCC visibility push(hidden)

/* Remembers where errors are thrown; `describe` is called with the one that nobody catches. Gives 0
   or an errno value. */
int csamplehost_watch_throws(void (*describe)(const void *error));

#pragma GCC visibility pop

#endif
