// How the address of a link is built: what names one thing of many, what stands behind it, what its
// query says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tagtrail {

struct ShapePair {
  std::string key;    ///< as words
  std::string value;  ///< decoded
  bool identifier = false;
};

struct ShapedAddress {
  std::string shape;
  std::string place;       ///< host and path, without a slash at the end
  std::string folder;      ///< of its last segment
  std::string identifier;  ///< the last of the path, else of the query; may be empty
  std::string tail;        ///< words of the one or two segments behind the path's identifier
  std::string last;        ///< words of the last segment
  std::vector<ShapePair> query;
  bool ends_with_identifier = false;  ///< of the path
  bool numbered = false;              ///< by words and a number in one, `bug-close-41`
  bool names_file = false;
  bool names_page = false;  ///< by its extension, `.html`
};

/// `index.php?/photo/17` is read as `index.php/photo/17`.
ShapedAddress shaped(std::string_view key);

/// A key of a query whose value names one thing of many.
bool is_items_key(std::string_view key);
/// `2019`: names a year, and one thing of many only perhaps.
bool is_year(std::string_view text);
/// A long value that nobody has written by hand.
bool is_random(std::string_view value);

}  // namespace tagtrail
