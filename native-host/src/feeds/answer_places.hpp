// Places of answers of catalogues that the table (shared/data/catalogues.txt) has something about,
// so that a reader keeps of an answer what counts, before it knows of which kind that is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::host {

/// What can stand at a place, by the table.
struct PlaceUse {
  bool answer = false;  ///< it tells the kind
  bool item = false;    ///< one begins there
  bool fact = false;    ///< of an item, or a part of a link that is made
  bool total = false;
  bool row = false;   ///< one begins there
  bool more = false;  ///< whether it is all
};
/// Lives as long as the program.
const PlaceUse& use_of(std::string_view place);

/// `{NAME:ELSE}` in what a link is made of (CatalogueLink::form), or `{}`, which has neither.
struct Hole {
  std::size_t begin;
  std::size_t end;
  std::string_view name;
  std::string_view otherwise;
};
/// Parts of `form`.
std::vector<Hole> holes_of(std::string_view form);
/// Where something of that name stands in the object that has `place`; `place` itself without one.
std::string place_beside(std::string_view place, std::string_view name);

}  // namespace tagtrail::host
