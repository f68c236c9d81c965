#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Duktape with bounds on time and memory.
//
// Debian's libduktape is built without DUK_USE_EXEC_TIMEOUT_CHECK and without
// DUK_USE_INTERRUPT_COUNTER (see duk_config.h), so it never asks whether to go on. Here a watchdog
// thread signals a thread whose time is over, and the signal handler leaves the engine by
// siglongjmp; the heap is then in no known state and is thrown away whole. All of this is C, since
// such a jump may not cross frames of Swift.

typedef struct docgen_js docgen_js;

typedef enum {
  docgen_js_returned,       // the result is JSON text
  docgen_js_threw_value,    // the result is the thrown value as JSON text
  docgen_js_threw_error,    // the result is {"name":…,"message":…,"line":…}
  docgen_js_timed_out,      // no result; the engine can only be destroyed
  docgen_js_out_of_memory,  // no result; the engine can only be destroyed
} docgen_js_outcome;

// A host function: gets the arguments as a JSON array, returns JSON text or, with `failed` set,
// a message. What it returns is released with free().
typedef char *(*docgen_js_host)(
    void *context, int32_t index, const char *arguments, size_t length, bool *failed);

// NULL when there is not even memory for an empty heap.
docgen_js *docgen_js_create(size_t memory_limit, docgen_js_host host, void *context);
void docgen_js_destroy(docgen_js *engine);

// Makes host function `index` a global of a name.
docgen_js_outcome docgen_js_define(docgen_js *engine, const char *name, int32_t index);

// Compiles an expression that gives a function, and keeps the function under `slot`.
docgen_js_outcome docgen_js_compile(
    docgen_js *engine, int32_t slot, const char *source, size_t length, double seconds);

// Calls the function of a slot with a JSON array of arguments.
docgen_js_outcome docgen_js_call(
    docgen_js *engine, int32_t slot, const char *arguments, size_t length, double seconds);

// The result of the latest operation, in CESU-8; valid until the next one.
const char *docgen_js_result(docgen_js *engine, size_t *length);

// Whether this system's runaway functions are ended.
bool docgen_js_has_time_limit(void);
