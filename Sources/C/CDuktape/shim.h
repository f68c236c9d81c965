#pragma once
#include <duktape.h>

// duk_create_heap_default and most of the API are expression macros, which Swift can't import.
static inline duk_context *docgen_duk_create_heap(void) { return duk_create_heap_default(); }
