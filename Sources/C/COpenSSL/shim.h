#pragma once
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

// Each function here exists because Swift cannot import a macro that casts or calls.

// SSL_CTX_set_min_proto_version and SSL_CTX_set_max_proto_version are macros over SSL_CTX_ctrl.
static inline int shim_SSL_CTX_set_only_proto_version(SSL_CTX *context, int version) {
    return SSL_CTX_set_min_proto_version(context, version) == 1
        && SSL_CTX_set_max_proto_version(context, version) == 1;
}

// SSL_CTX_set_max_cert_list is a macro over SSL_CTX_ctrl.
static inline void shim_SSL_CTX_set_max_cert_list(SSL_CTX *context, long count) {
    SSL_CTX_set_max_cert_list(context, count);
}

// SSL_CTX_set_session_cache_mode is a macro over SSL_CTX_ctrl.
static inline void shim_SSL_CTX_set_session_cache_off(SSL_CTX *context) {
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

// SSL_CTX_set_mode is a macro over SSL_CTX_ctrl.
static inline void shim_SSL_CTX_set_mode(SSL_CTX *context, long mode) {
    SSL_CTX_set_mode(context, mode);
}

// SSL_CTX_set1_groups_list is a macro over SSL_CTX_ctrl that casts its string.
static inline int shim_SSL_CTX_set_groups_list(SSL_CTX *context, const char *list) {
    return SSL_CTX_set1_groups_list(context, list) == 1;
}

// SSL_CTX_set1_sigalgs_list is a macro over SSL_CTX_ctrl that casts its string.
// (SSL_CTX_set1_client_sigalgs_list would set those that a server asks of clients; unset, they
// are these.)
static inline int shim_SSL_CTX_set_sigalgs_list(SSL_CTX *context, const char *list) {
    return SSL_CTX_set1_sigalgs_list(context, list) == 1;
}

// The SSL_OP_ constants are macros over a function-like macro.
static inline void shim_SSL_CTX_set_options(SSL_CTX *context) {
    SSL_CTX_set_options(
        context, SSL_OP_NO_TICKET | SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
}

// sk_X509_num is a macro that casts the stack.
static inline int shim_sk_X509_num(const STACK_OF(X509) *chain) {
    return sk_X509_num(chain);
}

// SSL_CTX_set_msg_callback_arg is a macro over SSL_CTX_ctrl; so is the one for a connection.
static inline void shim_SSL_set_msg_callback_arg(SSL *connection, void *argument) {
    SSL_set_msg_callback_arg(connection, argument);
}

// SSL_set_app_data is a macro over SSL_set_ex_data.
static inline int shim_SSL_set_app_data(SSL *connection, void *data) {
    return SSL_set_app_data(connection, data);
}

// SSL_get_app_data is a macro over SSL_get_ex_data.
static inline void *shim_SSL_get_app_data(const SSL *connection) {
    return SSL_get_app_data(connection);
}

// BIO_set_retry_read and BIO_clear_retry_flags are macros over BIO_set_flags.
static inline void shim_BIO_set_retry_read(BIO *bio, int retry) {
    BIO_clear_retry_flags(bio);
    if (retry) { BIO_set_retry_read(bio); }
}

// BIO_get_mem_data is a macro over BIO_ctrl that casts its pointer.
static inline long shim_BIO_get_mem_data(BIO *bio, char **data) {
    return BIO_get_mem_data(bio, data);
}
