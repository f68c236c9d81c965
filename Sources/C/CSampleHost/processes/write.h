/* Writing without giving up halfway. */
#ifndef CSAMPLEHOST_WRITE_H
#define CSAMPLEHOST_WRITE_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

/* Writes all of it, unless nobody reads it any more. Calls nothing that a signal's handler may not. */
void csamplehost_write(int descriptor, const char *bytes, size_t count);

#pragma GCC visibility pop

#endif
