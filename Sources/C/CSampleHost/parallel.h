/* How many requests a sample sends at once. */
#ifndef CSAMPLEHOST_PARALLEL_H
#define CSAMPLEHOST_PARALLEL_H

#pragma GCC visibility push(hidden)

/* From now on, `URLSession` in this process sends all that it is given. */
void csamplehost_send_all(void);

#pragma GCC visibility pop

#endif
