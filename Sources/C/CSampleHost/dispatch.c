#include "left.h"

#include "next.h"
#include "trace.h"

static struct trace left;

#ifdef __linux__
#include <stdlib.h>

/* Words of the stack between this function's frame and the sample's. */
enum { NEAR = 32 };

/*
 * `dispatchMain()` never returns, and libdispatch ends the first thread in it (`dispatch_main` in
 * swift-corelibs-libdispatch/src/queue.c), so that later nothing tells where it was called. A sample
 * calls this instead, as the program comes before its libraries.
 */
__attribute__((noreturn)) void dispatch_main(void) {
  void (*next)(void) = (void (*)(void))csamplehost_next(
      "dispatch_main", __builtin_return_address(0));
  /* The unwinder knows nothing of the function of Swift's library in between, which is small. */
  const uintptr_t *stack = __builtin_frame_address(0);
  for (int word = 0; word < NEAR && !left.count; word++)
    csamplehost_trace_add(&left, stack[word], "from");
  if (next) next();
  abort();
}
#endif

const struct trace *csamplehost_left(void) { return &left; }
