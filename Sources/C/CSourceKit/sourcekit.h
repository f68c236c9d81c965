#pragma once
#include "CSourceKit.h"

#include <pthread.h>

// The library is opened at run time, so its header, which lies in the toolchain and not on the
// include path, isn't needed: these are the few types and functions used here.
typedef void *sk_object;
typedef void *sk_uid;
typedef void *sk_response;
typedef struct { uint64_t data[3]; } sk_variant;

struct docgen_sourcekit {
  sk_uid (*uid_get_from_cstr)(const char *);
  const char *(*uid_get_string_ptr)(sk_uid);
  sk_object (*request_array_create)(const sk_object *, size_t);
  void (*request_array_set_string)(sk_object, size_t, const char *);
  void (*request_dictionary_set_value)(sk_object, sk_uid, sk_object);
  sk_object (*request_dictionary_create)(const sk_uid *, const sk_object *, size_t);
  void (*request_dictionary_set_uid)(sk_object, sk_uid, sk_uid);
  void (*request_dictionary_set_string)(sk_object, sk_uid, const char *);
  void (*request_dictionary_set_stringbuf)(sk_object, sk_uid, const char *, size_t);
  void (*request_dictionary_set_int64)(sk_object, sk_uid, int64_t);
  void (*request_release)(sk_object);
  sk_response (*send_request_sync)(sk_object);
  bool (*response_is_error)(sk_response);
  const char *(*response_error_get_description)(sk_response);
  sk_variant (*response_get_value)(sk_response);
  void (*response_dispose)(sk_response);
  sk_variant (*variant_dictionary_get_value)(sk_variant, sk_uid);
  sk_uid (*variant_dictionary_get_uid)(sk_variant, sk_uid);
  int64_t (*variant_dictionary_get_int64)(sk_variant, sk_uid);
  size_t (*variant_array_get_count)(sk_variant);
  sk_variant (*variant_array_get_value)(sk_variant, size_t);
};

/// Held during every request: sourcekitd has one set of documents, whoever opened the library.
extern pthread_mutex_t docgen_sourcekit_lock;

/// A request with this name about the one document or compilation there is.
sk_object docgen_sourcekit_request(docgen_sourcekit *kit, const char *name);

/// Sends a request that needs nothing else and whose answer says nothing.
void docgen_sourcekit_tell(docgen_sourcekit *kit, const char *name);
