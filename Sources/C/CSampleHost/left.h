/* The place from which a sample's first thread never comes back. */
#ifndef CSAMPLEHOST_LEFT_H
#define CSAMPLEHOST_LEFT_H

#pragma GCC visibility push(hidden)

/* The way to the call of `dispatchMain()`; empty without one. */
const struct trace *csamplehost_left(void);

#pragma GCC visibility pop

#endif
