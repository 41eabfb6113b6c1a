#include "feeds/answer_places.hpp"

#include <algorithm>
#include <unordered_map>

#include "tagtrail/catalogue_table.hpp"

namespace tagtrail::host {
namespace {

using PlaceUses = std::unordered_map<std::string, PlaceUse>;

PlaceUses read_uses() {
  PlaceUses uses;
  for (const CatalogueKind& kind : catalogue_kinds()) {
    for (const auto& answer : kind.answers) {
      for (const std::string& place : answer) uses[place].answer = true;
    }
    if (!kind.items.empty()) uses[kind.items].item = true;
    if (!kind.rows.empty()) uses[kind.rows].row = true;
    for (const std::string& place : kind.totals) uses[place].total = true;
    for (const std::string& place : kind.more) uses[place].more = true;
    for (const auto& [place, fact] : kind.item_facts) uses[place].fact = true;
    for (const CatalogueLink& made : kind.made) {
      uses[made.place].fact = true;
      for (const Hole& hole : holes_of(made.form)) {
        uses[place_beside(made.place, hole.name)].fact = true;
      }
      if (!made.where.empty()) uses[made.where].fact = true;
    }
  }
  return uses;
}

}  // namespace

const PlaceUse& use_of(std::string_view place) {
  static const PlaceUses uses = read_uses();
  static const PlaceUse none;
  const auto found = uses.find(std::string(place));
  return found == uses.end() ? none : found->second;
}

std::vector<Hole> holes_of(std::string_view form) {
  std::vector<Hole> holes;
  for (std::size_t at = form.find('{'); at != std::string_view::npos; at = form.find('{', at)) {
    const std::size_t end = form.find('}', at);
    if (end == std::string_view::npos) break;
    const std::string_view inside = form.substr(at + 1, end - at - 1);
    const std::size_t colon = std::min(inside.find(':'), inside.size());
    holes.push_back(
        {at, end + 1, inside.substr(0, colon), inside.substr(std::min(colon + 1, inside.size()))});
    at = end;
  }
  return holes;
}

std::string place_beside(std::string_view place, std::string_view name) {
  if (name.empty()) return std::string(place);
  return std::string(place.substr(0, place.rfind('/') + 1)).append(name);
}

}  // namespace tagtrail::host
