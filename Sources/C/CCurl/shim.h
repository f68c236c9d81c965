#pragma once
#include <curl/curl.h>
#include <string.h>

// These functions are variadic, which Swift can't import.

typedef size_t (*docgen_curl_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode docgen_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode docgen_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode docgen_curl_set_string(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode docgen_curl_set_pointer(CURL *handle, CURLoption option,
                                               const void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode docgen_curl_set_callback(CURL *handle, CURLoption option,
                                                docgen_curl_callback value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLSHcode docgen_curl_share(CURLSH *share, int data) {
  return curl_share_setopt(share, CURLSHOPT_SHARE, data);
}

// Trusts only these root certificates, in PEM.
static inline CURLcode docgen_curl_set_roots(CURL *handle, const char *roots) {
  struct curl_blob blob = {(void *)roots, strlen(roots), CURL_BLOB_COPY};
  return curl_easy_setopt(handle, CURLOPT_CAINFO_BLOB, &blob);
}

static inline CURLcode docgen_curl_result(const CURLMsg *message) { return message->data.result; }
