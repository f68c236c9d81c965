#include "sourcekit.h"

docgen_sourcekit_verdict docgen_sourcekit_compile(
    docgen_sourcekit *kit, const char *const *arguments, size_t count) {
  pthread_mutex_lock(&docgen_sourcekit_lock);
  sk_object request =
      docgen_sourcekit_request(kit, "source.request.compile", arguments, count);
  sk_response response = kit->send_request_sync(request);
  kit->request_release(request);
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
