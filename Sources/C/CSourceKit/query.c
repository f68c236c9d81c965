#include "sourcekit.h"

char *docgen_sourcekit_query(
    docgen_sourcekit *kit, const char *name, const char *path, const char *const *arguments,
    size_t count) {
  pthread_mutex_lock(&docgen_sourcekit_lock);
  sk_object request = docgen_sourcekit_request(kit, name, arguments, count);
  kit->request_dictionary_set_string(
      request, kit->uid_get_from_cstr("key.sourcefile"), path);
  sk_response response = kit->send_request_sync(request);
  kit->request_release(request);
  char *json = NULL;
  if (!kit->response_is_error(response)) {
    json = kit->variant_json_description_copy(kit->response_get_value(response));
  }
  kit->response_dispose(response);
  pthread_mutex_unlock(&docgen_sourcekit_lock);
  return json;
}
