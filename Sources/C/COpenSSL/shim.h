#pragma once
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// EVP_EC_gen is a macro around a variadic function.
static inline EVP_PKEY *docgen_generate_p256(void) { return EVP_EC_gen("P-256"); }

// BIO_get_mem_data is a macro with a cast.
static inline long docgen_bio_content(BIO *memory, char **content) {
  return BIO_get_mem_data(memory, content);
}
