#pragma once
#include "CSourceKit.h"

#include <pthread.h>

// The few types and functions of sourcekitd that are used here. The library is opened at run time,
// so its header, which is in the toolchain and not on the include path, isn't needed.
typedef void *sk_object;
typedef void *sk_uid;
typedef void *sk_response;
typedef struct { uint64_t data[3]; } sk_variant;

struct docgen_sourcekit {
  sk_uid (*uid_get_from_cstr)(const char *);
  sk_object (*request_array_create)(const sk_object *, size_t);
  void (*request_array_set_string)(sk_object, size_t, const char *);
  void (*request_dictionary_set_value)(sk_object, sk_uid, sk_object);
  sk_object (*request_dictionary_create)(const sk_uid *, const sk_object *, size_t);
  void (*request_dictionary_set_uid)(sk_object, sk_uid, sk_uid);
  void (*request_dictionary_set_string)(sk_object, sk_uid, const char *);
  void (*request_release)(sk_object);
  sk_response (*send_request_sync)(sk_object);
  bool (*response_is_error)(sk_response);
  sk_variant (*response_get_value)(sk_response);
  void (*response_dispose)(sk_response);
  sk_variant (*variant_dictionary_get_value)(sk_variant, sk_uid);
  int64_t (*variant_dictionary_get_int64)(sk_variant, sk_uid);
  size_t (*variant_array_get_count)(sk_variant);
  char *(*variant_json_description_copy)(sk_variant);
};

/// Held during every request: sourcekitd has one set of compilations per process.
extern pthread_mutex_t docgen_sourcekit_lock;

/// Returns a request with this name about the only document or compilation, with a compiler's
/// arguments if there are any.
sk_object docgen_sourcekit_request(
    docgen_sourcekit *kit, const char *name, const char *const *arguments, size_t count);

/// Sends a request without other parameters and ignores its response.
void docgen_sourcekit_tell(docgen_sourcekit *kit, const char *name);
