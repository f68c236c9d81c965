#include "sourcekit.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

pthread_mutex_t docgen_sourcekit_lock = PTHREAD_MUTEX_INITIALIZER;

// Documents and compilations of sourcekitd have a name; only one exists at a time.
static const char *const document_name = "docgen.swift";

static bool find(void *library, const char *name, void *function) {
  char symbol[64];
  snprintf(symbol, sizeof symbol, "sourcekitd_%s", name);
  // POSIX guarantees that a function's address from dlsym fits a function pointer.
  return (*(void **)function = dlsym(library, symbol)) != NULL;
}

static bool find_all(struct docgen_sourcekit *kit, void *library) {
#define FIND(name) find(library, #name, &kit->name)
  return FIND(request_array_create) && FIND(request_array_set_string)
      && FIND(request_dictionary_set_value) && FIND(uid_get_from_cstr)
      && FIND(uid_get_string_ptr) && FIND(request_dictionary_create)
      && FIND(request_dictionary_set_uid) && FIND(request_dictionary_set_string)
      && FIND(request_dictionary_set_stringbuf) && FIND(request_dictionary_set_int64)
      && FIND(request_release) && FIND(send_request_sync) && FIND(response_is_error)
      && FIND(response_error_get_description) && FIND(response_get_value) && FIND(response_dispose) && FIND(variant_dictionary_get_value)
      && FIND(variant_dictionary_get_uid) && FIND(variant_dictionary_get_int64)
      && FIND(variant_array_get_count) && FIND(variant_array_get_value);
#undef FIND
}

docgen_sourcekit *docgen_sourcekit_open(const char *path, char *error, size_t error_size) {
  void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) {
    const char *message = dlerror();
    snprintf(error, error_size, "%s", message ? message : "the library can't be opened");
    return NULL;
  }
  docgen_sourcekit *kit = calloc(1, sizeof *kit);
  void (*initialize)(void) = NULL;
  if (kit == NULL || !find(library, "initialize", &initialize) || !find_all(kit, library)) {
    snprintf(error, error_size, "%s lacks a function of sourcekitd", path);
    free(kit);
    dlclose(library);
    return NULL;
  }
  pthread_mutex_lock(&docgen_sourcekit_lock);
  initialize();
  pthread_mutex_unlock(&docgen_sourcekit_lock);
  return kit;
}

sk_object docgen_sourcekit_request(docgen_sourcekit *kit, const char *name) {
  sk_object request = kit->request_dictionary_create(NULL, NULL, 0);
  kit->request_dictionary_set_uid(
      request, kit->uid_get_from_cstr("key.request"), kit->uid_get_from_cstr(name));
  kit->request_dictionary_set_string(
      request, kit->uid_get_from_cstr("key.name"), document_name);
  return request;
}

/// Sets the language mode; without it, `/a+b/` is a division.
static void set_language_mode(docgen_sourcekit *kit, sk_object request) {
  sk_object arguments = kit->request_array_create(NULL, 0);
  const size_t append = (size_t)-1;
  kit->request_array_set_string(arguments, append, "-swift-version");
  kit->request_array_set_string(arguments, append, "6");
  kit->request_array_set_string(arguments, append, document_name);
  kit->request_dictionary_set_value(
      request, kit->uid_get_from_cstr("key.compilerargs"), arguments);
  kit->request_release(arguments);
}

static sk_response open_document(docgen_sourcekit *kit, const char *code, size_t length) {
  sk_object open = docgen_sourcekit_request(kit, "source.request.editor.open");
  kit->request_dictionary_set_stringbuf(
      open, kit->uid_get_from_cstr("key.sourcetext"), code, length);
  kit->request_dictionary_set_int64(open, kit->uid_get_from_cstr("key.enablesyntaxmap"), 1);
  kit->request_dictionary_set_int64(open, kit->uid_get_from_cstr("key.enablesubstructure"), 0);
  kit->request_dictionary_set_int64(open, kit->uid_get_from_cstr("key.enablediagnostics"), 0);
  kit->request_dictionary_set_int64(open, kit->uid_get_from_cstr("key.syntactic_only"), 1);
  set_language_mode(kit, open);
  sk_response response = kit->send_request_sync(open);
  kit->request_release(open);
  return response;
}

void docgen_sourcekit_tell(docgen_sourcekit *kit, const char *name) {
  sk_object request = docgen_sourcekit_request(kit, name);
  kit->response_dispose(kit->send_request_sync(request));
  kit->request_release(request);
}

static void deliver_syntax_map(
    docgen_sourcekit *kit, sk_response response, docgen_sourcekit_entry receive, void *context) {
  sk_variant map = kit->variant_dictionary_get_value(
      kit->response_get_value(response), kit->uid_get_from_cstr("key.syntaxmap"));
  sk_uid kind_key = kit->uid_get_from_cstr("key.kind");
  sk_uid offset_key = kit->uid_get_from_cstr("key.offset");
  sk_uid length_key = kit->uid_get_from_cstr("key.length");
  size_t count = kit->variant_array_get_count(map);
  for (size_t index = 0; index < count; index++) {
    sk_variant entry = kit->variant_array_get_value(map, index);
    sk_uid kind = kit->variant_dictionary_get_uid(entry, kind_key);
    if (kind == NULL) continue;
    receive(
        context, kit->uid_get_string_ptr(kind),
        kit->variant_dictionary_get_int64(entry, offset_key),
        kit->variant_dictionary_get_int64(entry, length_key));
  }
}

bool docgen_sourcekit_syntax_map(
    docgen_sourcekit *kit, const char *code, size_t length, docgen_sourcekit_entry receive,
    void *context, char *error, size_t error_size) {
  pthread_mutex_lock(&docgen_sourcekit_lock);
  sk_response response = open_document(kit, code, length);
  bool done = !kit->response_is_error(response);
  if (done) {
    deliver_syntax_map(kit, response, receive, context);
  } else {
    const char *message = kit->response_error_get_description(response);
    snprintf(error, error_size, "%s", message ? message : "sourcekitd gave no reason");
  }
  kit->response_dispose(response);
  docgen_sourcekit_tell(kit, "source.request.editor.close");
  pthread_mutex_unlock(&docgen_sourcekit_lock);
  return done;
}
