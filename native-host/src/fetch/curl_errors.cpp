#include "fetch/curl_errors.hpp"

#include <fmt/format.h>

namespace tagtrail::host {

FetchError fetch_error_of(CURLcode code) {
  switch (code) {
    case CURLE_OK:
      return FetchError::none;
    case CURLE_OPERATION_TIMEDOUT:
      return FetchError::timeout;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
      return FetchError::tls;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
      return FetchError::unsupported;
    default:
      return FetchError::network;
  }
}

std::string refused_text(std::string_view host) {
  return fmt::format("{} is in a private or special network; --allow-private permits it", host);
}

std::string too_large_text(std::uint64_t limit) {
  return fmt::format("the file is over the limit of {} bytes (--max-file-size)", limit);
}

}  // namespace tagtrail::host
