#include "CDuktapeGuard.h"
#include "guard.h"
#include <duktape.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A list of all blocks of a heap, so that an abandoned heap can be freed without Duktape.
typedef union block {
  struct {
    union block *previous, *next;
    size_t size;
  } link;
  max_align_t alignment;
} block;

struct docgen_js {
  docgen_guard guard;
  duk_context *duktape;
  block *blocks;
  size_t used, limit;
  bool has_exhausted_memory, is_dead;
  char *result;
  size_t result_length;
  // The operation in progress.
  const char *input;
  size_t input_length;
  int32_t slot;
};

static void unlink_block(docgen_js *engine, block *removed) {
  if (removed->link.previous) removed->link.previous->link.next = removed->link.next;
  else engine->blocks = removed->link.next;
  if (removed->link.next) removed->link.next->link.previous = removed->link.previous;
  engine->used -= removed->link.size;
}

static void link_block(docgen_js *engine, block *added, size_t size) {
  added->link.previous = NULL;
  added->link.next = engine->blocks;
  added->link.size = size;
  if (engine->blocks) engine->blocks->link.previous = added;
  engine->blocks = added;
  engine->used += size;
}

static void *allocate(void *context, duk_size_t size) {
  docgen_js *engine = context;
  if (size == 0) return NULL;
  if (size > engine->limit - engine->used) {
    engine->has_exhausted_memory = true;
    return NULL;
  }
  block *added = malloc(sizeof(block) + size);
  if (!added) return NULL;
  link_block(engine, added, size);
  return added + 1;
}

static void release(void *context, void *pointer) {
  if (!pointer) return;
  block *removed = (block *)pointer - 1;
  unlink_block(context, removed);
  free(removed);
}

static void *reallocate(void *context, void *pointer, duk_size_t size) {
  if (!pointer) return allocate(context, size);
  if (size == 0) {
    release(context, pointer);
    return NULL;
  }
  docgen_js *engine = context;
  block *old = (block *)pointer - 1;
  if (size > old->link.size && size - old->link.size > engine->limit - engine->used) {
    engine->has_exhausted_memory = true;
    return NULL;
  }
  unlink_block(engine, old);
  size_t old_size = old->link.size;
  block *moved = realloc(old, sizeof(block) + size);
  link_block(engine, moved ? moved : old, moved ? size : old_size);
  return moved ? moved + 1 : NULL;
}

// Called when Duktape can't continue: after an error outside a protected call, which no operation
// here allows, or a failed internal check.
static void fatal(void *context, const char *message) {
  (void)context;
  fprintf(stderr, "Duktape cannot go on: %s\n", message ? message : "no reason given");
  abort();
}

docgen_js *docgen_js_create(size_t memory_limit) {
  docgen_js *engine = calloc(1, sizeof(docgen_js));
  if (!engine) return NULL;
  engine->limit = memory_limit;
  engine->duktape = duk_create_heap(allocate, reallocate, release, engine, fatal);
  if (!engine->duktape) {
    docgen_js_destroy(engine);
    return NULL;
  }
  return engine;
}

void docgen_js_destroy(docgen_js *engine) {
  if (engine->duktape && !engine->is_dead) duk_destroy_heap(engine->duktape);
  while (engine->blocks) release(engine, engine->blocks + 1);
  free(engine->result);
  free(engine);
}

const char *docgen_js_result(docgen_js *engine, size_t *length) {
  *length = engine->result_length;
  return engine->result ? engine->result : "";
}

static const char slots_name[] = DUK_HIDDEN_SYMBOL("slots");

static duk_ret_t compile(duk_context *duktape, void *context) {
  docgen_js *engine = context;
  duk_push_string(duktape, "(");
  duk_push_lstring(duktape, engine->input, engine->input_length);
  duk_push_string(duktape, "\n)");
  duk_concat(duktape, 3);
  duk_push_string(duktape, "function");
  duk_compile(duktape, DUK_COMPILE_EVAL);
  duk_call(duktape, 0);
  if (!duk_is_function(duktape, -1)) {
    return duk_error(duktape, DUK_ERR_TYPE_ERROR, "the source is not a function");
  }
  if (!duk_get_global_string(duktape, slots_name)) {
    duk_pop(duktape);
    duk_push_bare_object(duktape);
    duk_dup_top(duktape);
    duk_put_global_string(duktape, slots_name);
  }
  duk_swap_top(duktape, -2);
  duk_put_prop_index(duktape, -2, (duk_uarridx_t)engine->slot);
  duk_push_null(duktape);
  return 1;
}

static duk_ret_t call(duk_context *duktape, void *context) {
  docgen_js *engine = context;
  duk_get_global_string(duktape, slots_name);
  duk_get_prop_index(duktape, -1, (duk_uarridx_t)engine->slot);
  duk_push_lstring(duktape, engine->input, engine->input_length);
  duk_json_decode(duktape, -1);
  duk_idx_t arguments = duk_get_top_index(duktape);
  duk_size_t count = duk_get_length(duktape, arguments);
  duk_require_stack(duktape, (duk_idx_t)count + 8);
  for (duk_size_t index = 0; index < count; index++) {
    duk_get_prop_index(duktape, arguments, (duk_uarridx_t)index);
  }
  duk_remove(duktape, arguments);
  duk_call(duktape, (duk_idx_t)count);
  duk_json_encode(duktape, -1);
  return 1;
}

// Converts a thrown value to JSON; protected too, since a getter or toJSON may throw.
static duk_ret_t describe(duk_context *duktape, void *context) {
  (void)context;
  if (!duk_is_error(duktape, -1)) {
    duk_json_encode(duktape, -1);
    return 1;
  }
  duk_idx_t description = duk_push_object(duktape);
  const char *names[] = {"name", "message"};
  for (int index = 0; index < 2; index++) {
    duk_get_prop_string(duktape, description - 1, names[index]);
    duk_safe_to_string(duktape, -1);
    duk_put_prop_string(duktape, description, names[index]);
  }
  duk_get_prop_string(duktape, description - 1, "lineNumber");
  duk_to_int(duktape, -1);
  duk_put_prop_string(duktape, description, "line");
  duk_json_encode(duktape, description);
  return 1;
}

static docgen_js_outcome keep_result(docgen_js *engine, docgen_js_outcome outcome) {
  duk_size_t length = 0;
  const char *text = duk_get_lstring(engine->duktape, -1, &length);
  if (!text) {  // undefined and functions have no JSON
    text = "null";
    length = 4;
  }
  free(engine->result);
  engine->result = malloc(length + 1);
  engine->result_length = engine->result ? length : 0;
  if (engine->result) memcpy(engine->result, text, length);
  duk_set_top(engine->duktape, 0);
  return outcome;
}

static duk_ret_t get_message(duk_context *duktape, void *context) {
  (void)context;
  duk_get_prop_string(duktape, -1, "message");
  return 1;
}

static bool has_message(duk_context *duktape, const char *expected) {
  duk_dup_top(duktape);
  bool is_read = duk_safe_call(duktape, get_message, NULL, 1, 1) == DUK_EXEC_SUCCESS;
  const char *message = is_read ? duk_get_string(duktape, -1) : NULL;
  bool is_equal = message && strcmp(message, expected) == 0;
  duk_pop(duktape);
  return is_equal;
}

static docgen_js_outcome perform(docgen_js *engine, duk_safe_call_function operation) {
  duk_context *duktape = engine->duktape;
  if (duk_safe_call(duktape, operation, engine, 0, 1) == DUK_EXEC_SUCCESS) {
    return keep_result(engine, docgen_js_returned);
  }
  bool is_error = duk_is_error(duktape, -1);
  // Check both: Duktape may have found memory after a failed allocation, and a function may throw
  // an error with this message.
  if (engine->has_exhausted_memory && is_error && has_message(duktape, "alloc failed")) {
    return docgen_js_out_of_memory;
  }
  if (duk_safe_call(duktape, describe, NULL, 1, 1) != DUK_EXEC_SUCCESS) {
    duk_set_top(duktape, 0);
    duk_push_null(duktape);
    is_error = false;
  }
  return keep_result(engine, is_error ? docgen_js_threw_error : docgen_js_threw_value);
}

static docgen_js_outcome run(
    docgen_js *engine, duk_safe_call_function operation, int32_t slot, const char *input,
    size_t length, double seconds) {
  engine->slot = slot;
  engine->input = input;
  engine->input_length = length;
  engine->has_exhausted_memory = false;
  docgen_js_outcome outcome;
  docgen_guard_enter(&engine->guard, seconds);
  // Without the signal mask, because leaving the guard restores it.
  if (sigsetjmp(engine->guard.escape, 0) == 0) {
    engine->guard.is_armed = 1;
    outcome = perform(engine, operation);
    engine->guard.is_armed = 0;
  } else {
    outcome = docgen_js_timed_out;
  }
  docgen_guard_leave(&engine->guard);
  engine->is_dead = outcome == docgen_js_timed_out;
  return outcome;
}

docgen_js_outcome docgen_js_compile(
    docgen_js *engine, int32_t slot, const char *source, size_t length, double seconds) {
  return run(engine, compile, slot, source, length, seconds);
}

docgen_js_outcome docgen_js_call(
    docgen_js *engine, int32_t slot, const char *arguments, size_t length, double seconds) {
  return run(engine, call, slot, arguments, length, seconds);
}
