// What a page of a generated web says of the thing it shows: for people, and in the markup of one
// syntax for machines.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "templates/web/web_hosts.hpp"

namespace tagtrail::host::templates {

/// A thing with its properties, named as schema.org has them; all text is words.
struct Thing {
  std::string_view type;
  std::vector<std::pair<std::string_view, std::string>> properties;  ///< `name` first
};

/// What a page of this template shows: 3 to 8 properties by kind and `seed`.
Thing thing_of(std::size_t of, const std::string& name, std::uint64_t seed);

/// HTML, with markup if there is a syntax; without, and with Open Graph, it looks the same but for
/// what readers of markup see.
std::string html_of(const Thing& thing, std::optional<Syntax> syntax);
/// What stands in the head for that: <meta> elements of Open Graph.
std::string head_of(const Thing& thing, std::optional<Syntax> syntax);

}  // namespace tagtrail::host::templates
