#include "traps/echoes.hpp"

#include <string>
#include <unordered_set>

#include "tagtrail/mime.hpp"
#include "tagtrail/url.hpp"
#include "traps/hashes.hpp"
#include "traps/url_aspects.hpp"

namespace tagtrail {
namespace {

/// Pages above one that have its links, before it is taken for an echo.
constexpr std::uint32_t kEnoughAbove = 2;
/// Pages of the same, among them those of the last looks, before nothing is said to be missing.
constexpr std::uint32_t kSureOf = 4;
constexpr std::uint64_t kShapeSeed = 0x2545F4914F6CDD1DU;

bool names_data(std::string_view url) {
  const std::string_view mime = mime_of_extension(url_extension(url));
  return !mime.empty() && !is_html(mime);
}

std::uint64_t shape_of(std::string_view key, const Page& page) {
  const std::string_view folder = folder_of(key);
  std::unordered_set<std::uint64_t> below;
  std::uint64_t shape = hash_of(origin_of(key)) ^ kShapeSeed;
  for (const LinkObservation& link : page.links) {
    const std::string_view url = link.url;
    if (!url.starts_with(folder) || url.size() == folder.size()) continue;
    if (names_data(url)) return 0;
    const std::uint64_t rest = hash_of(url.substr(folder.size()));
    if (below.insert(rest).second) shape += rest;
  }
  return below.empty() ? 0 : shape;
}

}  // namespace

void Echoes::read(std::string_view key, std::string_view source, const Page& page) {
  Seen seen{shape_of(key, page), 0};
  const std::string_view folder = folder_of(key);
  const std::string_view folder_above = folder_of(source);
  const auto above = pages_.find(hash_of(source));
  if (above != pages_.end() && above->second.shape != 0 && folder.starts_with(folder_above)) {
    const bool same = above->second.shape == seen.shape;
    if (same) seen.depth = above->second.depth + (folder.size() > folder_above.size() ? 1 : 0);
    if (same || shapes_.contains(above->second.shape)) {
      Shape& shape = shapes_[above->second.shape];
      ++(same ? shape.same : shape.other);
      shape.is_echo = shape.is_echo || seen.depth >= kEnoughAbove;
    }
  }
  pages_.insert_or_assign(hash_of(key), seen);
}

std::optional<std::uint64_t> Echoes::deeper(std::string_view key, std::string_view source) const {
  if (shapes_.empty() || !key.starts_with(folder_of(source))) return std::nullopt;
  const auto page = pages_.find(hash_of(source));
  if (page == pages_.end()) return std::nullopt;
  const auto shape = shapes_.find(page->second.shape);
  if (shape == shapes_.end() || !shape->second.is_echo) return std::nullopt;
  return page->second.shape;
}

bool Echoes::is_sure(std::uint64_t echo) const {
  const auto shape = shapes_.find(echo);
  return shape != shapes_.end() && shape->second.is_echo && shape->second.other == 0 &&
         shape->second.same >= kSureOf;
}

void Echoes::save(ByteWriter& out) const {
  out.var(pages_.size());
  for (const std::uint64_t page : sorted_keys(pages_)) {
    out.u64(page);
    out.u64(pages_.at(page).shape);
    out.var(pages_.at(page).depth);
  }
  out.var(shapes_.size());
  for (const std::uint64_t key : sorted_keys(shapes_)) {
    const Shape& shape = shapes_.at(key);
    out.u64(key);
    out.var(shape.same);
    out.var(shape.other);
    out.boolean(shape.is_echo);
  }
}

bool Echoes::load(ByteReader& in) {
  pages_.clear();
  shapes_.clear();
  for (std::size_t left = in.count(17); left > 0; --left) {
    Seen& seen = pages_[in.u64()];
    seen.shape = in.u64();
    seen.depth = static_cast<std::uint32_t>(in.var());
  }
  for (std::size_t left = in.count(11); left > 0; --left) {
    Shape& shape = shapes_[in.u64()];
    shape.same = static_cast<std::uint32_t>(in.var());
    shape.other = static_cast<std::uint32_t>(in.var());
    shape.is_echo = in.boolean();
  }
  return in.ok();
}

}  // namespace tagtrail
