// What a server gives with an answer so that it can be asked whether that still holds (RFC 9110,
// sections 8.8 and 13.1).
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace tagtrail::host {

struct Validators {
  std::string etag;           ///< whole, with its quotes and W/
  std::string last_modified;  ///< as sent: it is sent back to who made it

  bool empty() const { return etag.empty() && last_modified.empty(); }
  bool operator==(const Validators&) const = default;
};

/// Longer ones are no use: they would be sent back with each request.
inline constexpr std::size_t kMaxValidatorBytes = 1024;

/// Whether a field's value can be sent back as it came.
inline bool can_be_sent_back(std::string_view value) {
  return value.size() <= kMaxValidatorBytes && std::all_of(value.begin(), value.end(), [](char c) {
           return c == '\t' || (c >= ' ' && c <= '~');
         });
}

/// Those of an answer, without what can't be sent back.
inline Validators usable(std::string_view etag, std::string_view last_modified) {
  Validators validators;
  if (can_be_sent_back(etag)) validators.etag = etag;
  if (can_be_sent_back(last_modified)) validators.last_modified = last_modified;
  return validators;
}

}  // namespace tagtrail::host
