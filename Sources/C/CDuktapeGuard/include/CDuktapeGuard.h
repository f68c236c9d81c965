#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Duktape with limits on time and memory.
//
// Debian's libduktape is built without DUK_USE_EXEC_TIMEOUT_CHECK and without
// DUK_USE_INTERRUPT_COUNTER (see duk_config.h), so it never checks for a timeout. Instead, a
// watchdog thread signals a thread whose time is over, and the signal handler jumps out of the
// engine with siglongjmp. The heap's state is then unknown, so the heap is discarded. All of this
// is in C, because such a jump must not cross Swift frames.

typedef struct docgen_js docgen_js;

typedef enum {
  docgen_js_returned,       // the result is JSON text
  docgen_js_threw_value,    // the result is the thrown value as JSON text
  docgen_js_threw_error,    // the result is {"name":…,"message":…,"line":…}
  docgen_js_timed_out,      // no result; the engine can only be destroyed
  docgen_js_out_of_memory,  // no result; the engine can only be destroyed
} docgen_js_outcome;

// Returns NULL when the limit is too small for an empty heap.
docgen_js *docgen_js_create(size_t memory_limit);
void docgen_js_destroy(docgen_js *engine);

// Compiles an expression whose value is a function, and stores the function in `slot`.
docgen_js_outcome docgen_js_compile(
    docgen_js *engine, int32_t slot, const char *source, size_t length, double seconds);

// Calls the function in a slot with a JSON array of arguments.
docgen_js_outcome docgen_js_call(
    docgen_js *engine, int32_t slot, const char *arguments, size_t length, double seconds);

// The result of the last operation, in CESU-8; valid until the next one.
const char *docgen_js_result(docgen_js *engine, size_t *length);

// Whether this system stops functions that exceed the time limit.
bool docgen_js_has_time_limit(void);
