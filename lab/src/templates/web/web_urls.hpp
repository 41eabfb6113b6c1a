// The URLs of a generated web, in the habits of its hosts.
//
// Assumed: six styles, as likely as each other: a word for the kind and a name, a word and a
// number, a word with the number in a query, a number that says nothing in the path or in a query,
// and a date with a name. The word is one of three of the language; on 8 of 100 pages it is that of
// another kind.
#pragma once

#include <string>

#include "templates/web/web_hosts.hpp"

namespace tagtrail::host::templates {

class WebUrls {
 public:
  /// Borrows the hosts.
  WebUrls(const WebHosts& hosts, std::uint64_t seed) : hosts_(hosts), seed_(seed) {}

  /// The whole URL; `title`: of a text.
  std::string of(const Ref& ref, const std::string& title) const;
  /// What links call it.
  std::string host_name(std::uint32_t host) const;

 private:
  std::string of_text(const Ref& ref, const std::string& title) const;
  std::string of_list(const Ref& ref) const;
  std::string of_form(const Ref& ref) const;
  std::string_view kind_word(std::uint32_t host, Kind kind) const;

  const WebHosts& hosts_;
  std::uint64_t seed_;
};

}  // namespace tagtrail::host::templates
