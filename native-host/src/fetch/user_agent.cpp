#include "fetch/user_agent.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMaxContact = 200;
constexpr std::size_t kMaxUserAgent = 500;
constexpr std::string_view kMailto = "mailto:";

/// Stands in a comment as it is: neither its end nor an escape.
bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return c > ' ' && c < 0x7F && c != '(' && c != ')' && c != '\\' && c != '<' && c != '>';
  });
}

bool is_mail_address(std::string_view text) {
  const std::size_t at = text.find('@');
  return at != std::string_view::npos && at > 0 && at + 1 < text.size() &&
         text.find('@', at + 1) == std::string_view::npos && text.find(':') == std::string::npos;
}

}  // namespace

constinit const std::string_view kProduct = TAGTRAIL_PRODUCT;
constinit const std::string_view kUserAgent =
    TAGTRAIL_PRODUCT " (finds data files; obeys robots.txt as tagtrail)";

bool is_user_agent(std::string_view text) {
  return text.size() <= kMaxUserAgent &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 0x7F; });
}

Expected<std::string> user_agent_with(std::string_view own, std::string_view contact) {
  const bool mailto = contact.starts_with(kMailto);
  const std::string_view address = mailto ? contact.substr(kMailto.size()) : contact;
  const bool is_url = !mailto && canonical_url(contact).has_value();
  const bool usable = contact.size() <= kMaxContact && is_printable(contact);
  if (!usable || (!is_url && !is_mail_address(address))) {
    return fail(
        ErrorCode::invalid_argument,
        fmt::format("'{}' is not a contact; write a mail address or the URL of a page", contact));
  }
  return fmt::format("{} (+{}{})", own.empty() ? kProduct : own, is_url ? "" : kMailto,
                     is_url ? contact : address);
}

}  // namespace tagtrail::host
