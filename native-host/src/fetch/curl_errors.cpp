#include "fetch/curl_errors.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tagtrail/text.hpp"

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

std::string error_text_of(CURLcode code, std::string_view detail) {
  if (fetch_error_of(code) != FetchError::tls || detail.empty()) return curl_easy_strerror(code);
  // It may quote the certificate: nothing in it may act on a terminal.
  std::string text = to_valid_utf8(detail);
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
  return text + "; --ca-file names an authority of your own";
}

std::string refused_text(std::string_view host) {
  return fmt::format("{} is in a private or special network; --allow-private permits it", host);
}

std::string too_large_text(std::uint64_t limit) {
  return fmt::format("the file is over the limit of {} bytes (--max-file-size)", limit);
}

}  // namespace tagtrail::host
