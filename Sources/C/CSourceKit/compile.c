#include "sourcekit.h"

static sk_response compile(docgen_sourcekit *kit, const char *const *arguments, size_t count) {
  sk_object list = kit->request_array_create(NULL, 0);
  for (size_t index = 0; index < count; index++) {
    kit->request_array_set_string(list, (size_t)-1, arguments[index]);
  }
  sk_object compile = docgen_sourcekit_request(kit, "source.request.compile");
  kit->request_dictionary_set_value(compile, kit->uid_get_from_cstr("key.compilerargs"), list);
  kit->request_release(list);
  sk_response response = kit->send_request_sync(compile);
  kit->request_release(compile);
  return response;
}

docgen_sourcekit_verdict docgen_sourcekit_compile(
    docgen_sourcekit *kit, const char *const *arguments, size_t count) {
  pthread_mutex_lock(&docgen_sourcekit_lock);
  sk_response response = compile(kit, arguments, count);
  docgen_sourcekit_verdict verdict = docgen_sourcekit_refused;
  if (!kit->response_is_error(response)) {
    sk_variant value = kit->response_get_value(response);
    sk_variant diagnostics = kit->variant_dictionary_get_value(
        value, kit->uid_get_from_cstr("key.diagnostics"));
    int64_t status =
        kit->variant_dictionary_get_int64(value, kit->uid_get_from_cstr("key.value"));
    verdict = status == 0 && kit->variant_array_get_count(diagnostics) == 0 ? docgen_sourcekit_silent
                                                                     : docgen_sourcekit_spoke;
  }
  kit->response_dispose(response);
  // Otherwise sourcekitd would cache what it parsed of the sample for the next version.
  docgen_sourcekit_tell(kit, "source.request.compile.close");
  pthread_mutex_unlock(&docgen_sourcekit_lock);
  return verdict;
}
