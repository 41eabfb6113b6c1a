// Which classes make a microformat, and which are properties of it.
#pragma once

#include <string_view>
#include <vector>

namespace tagtrail::host {

/// How the value of a property is read: text, or the address that an element leads to.
enum class MicroformatValue { text, url, time };

/// A format of version 1 (microformats.org "Classic"): a fixed list of classes.
struct Microformat {
  std::string_view root;  ///< class of its root element
  std::string_view name;  ///< hcard
  std::vector<std::string_view> properties;
};

/// Null when no format has this class for its root.
const Microformat* microformat_of(std::string_view root_class);
MicroformatValue microformat_value(std::string_view property);

/// Whether a class is the root of a format of version 2. Other classes that begin with `h-` are
/// styles far more often.
bool is_microformat2(std::string_view root_class);

}  // namespace tagtrail::host
