#include "sourcekit.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

pthread_mutex_t docgen_sourcekit_lock = PTHREAD_MUTEX_INITIALIZER;

// Compilations of sourcekitd have a name; only one exists at a time.
static const char *const document_name = "docgen.swift";

static bool find(void *library, const char *name, void *function) {
  char symbol[64];
  snprintf(symbol, sizeof symbol, "sourcekitd_%s", name);
  // POSIX guarantees that a function's address from dlsym fits a function pointer.
  return (*(void **)function = dlsym(library, symbol)) != NULL;
}

static bool find_all(struct docgen_sourcekit *kit, void *library) {
#define FIND(name) find(library, #name, &kit->name)
  return FIND(uid_get_from_cstr) && FIND(request_array_create) && FIND(request_array_set_string)
      && FIND(request_dictionary_create) && FIND(request_dictionary_set_value)
      && FIND(request_dictionary_set_uid) && FIND(request_dictionary_set_string)
      && FIND(request_release) && FIND(send_request_sync) && FIND(response_is_error)
      && FIND(response_get_value) && FIND(response_dispose)
      && FIND(variant_dictionary_get_value) && FIND(variant_dictionary_get_int64)
      && FIND(variant_array_get_count) && FIND(variant_json_description_copy);
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

sk_object docgen_sourcekit_request(
    docgen_sourcekit *kit, const char *name, const char *const *arguments, size_t count) {
  sk_object request = kit->request_dictionary_create(NULL, NULL, 0);
  kit->request_dictionary_set_uid(
      request, kit->uid_get_from_cstr("key.request"), kit->uid_get_from_cstr(name));
  kit->request_dictionary_set_string(
      request, kit->uid_get_from_cstr("key.name"), document_name);
  if (count > 0) {
    sk_object list = kit->request_array_create(NULL, 0);
    for (size_t index = 0; index < count; index++) {
      kit->request_array_set_string(list, (size_t)-1, arguments[index]);
    }
    kit->request_dictionary_set_value(
        request, kit->uid_get_from_cstr("key.compilerargs"), list);
    kit->request_release(list);
  }
  return request;
}

void docgen_sourcekit_tell(docgen_sourcekit *kit, const char *name) {
  sk_object request = docgen_sourcekit_request(kit, name, NULL, 0);
  kit->response_dispose(kit->send_request_sync(request));
  kit->request_release(request);
}
