/* Writes to descriptors completely. */
#ifndef CSAMPLEHOST_WRITE_H
#define CSAMPLEHOST_WRITE_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

/* Writes all bytes, unless the descriptor fails, as without readers. Async-signal-safe. */
void csamplehost_write(int descriptor, const char *bytes, size_t count);

#pragma GCC visibility pop

#endif
