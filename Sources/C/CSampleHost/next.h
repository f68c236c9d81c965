/* Functions of libraries that ours stand before. */
#ifndef CSAMPLEHOST_NEXT_H
#define CSAMPLEHOST_NEXT_H

#pragma GCC visibility push(hidden)

/* The function of a name that the library at `caller` would have called without ours; NULL if there is
   none. A library that was opened later is not among those that `RTLD_NEXT` looks through. */
void *csamplehost_next(const char *name, const void *caller);

#pragma GCC visibility pop

#endif
