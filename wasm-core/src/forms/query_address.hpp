// Addresses of queries: what a form sends by GET, as a browser writes it (WHATWG URL standard,
// application/x-www-form-urlencoded), and what an address says to a form.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "forms/form_shape.hpp"

namespace tagtrail {

/// An input by its index in the form, and the value that it is given.
using Bindings = std::vector<std::pair<std::uint32_t, std::string>>;

/// Of the form's queries the one that gives these inputs these values, and leaves the others, in
/// the encoding of the form. No canonical key yet: its action is one. Empty: it is not known how
/// the encoding writes something of it.
std::string query_address(const FormShape& form, const Bindings& bindings);

/// Keys and values of a query in order, decoded; null: from UTF-8.
std::vector<std::pair<std::string, std::string>> read_query(std::string_view query,
                                                            const Charset* charset = nullptr);

/// A link that is an answer of the form's, too.
struct QueryLink {
  Bindings bindings;   ///< what it asks that the untouched form does not, by input
  bool own = false;    ///< it has a key of the form
  bool shown = false;  ///< it changes how results are shown
  /// A key that the form lacks, with a number behind it, or with the name of a page's number.
  std::string page_key;
  std::string page;
  bool strange = false;  ///< it has other keys that the form lacks
};

/// Nothing for a link elsewhere, or without what the form always sends.
std::optional<QueryLink> read_query_link(const FormShape& form, std::string_view url);

}  // namespace tagtrail
