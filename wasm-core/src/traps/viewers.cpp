#include "traps/viewers.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "tagtrail/url.hpp"
#include "tagtrail/written_addresses.hpp"
#include "traps/hashes.hpp"

namespace tagtrail {
namespace {

constexpr std::uint32_t kSureAfter = 2;

struct Viewer {
  std::uint64_t kind = 0;  ///< by its address without the query
  std::string file;        ///< a key
};

std::optional<Viewer> viewer_at(std::string_view key) {
  const std::size_t query = key.find('?');
  if (query == std::string_view::npos) return std::nullopt;
  const std::string written = file_in_viewer(key);
  if (written.empty()) return std::nullopt;
  auto file = canonical_url(written);
  if (!file || *file == key) return std::nullopt;
  return Viewer{hash_of(key.substr(0, query + 1)), std::move(*file)};
}

}  // namespace

std::optional<std::uint64_t> Viewers::shows_again(std::string_view key) const {
  if (vain_.empty()) return std::nullopt;
  const auto viewer = viewer_at(key);
  if (!viewer) return std::nullopt;
  const auto known = vain_.find(viewer->kind);
  if (known == vain_.end() || known->second == 0) return std::nullopt;
  const UrlId file = urls_.find(viewer->file);
  if (file == StringTable::kNone) return std::nullopt;
  const UrlFate fate = urls_.facts(file).fate;
  if (fate != UrlFate::saved && fate != UrlFate::equal) return std::nullopt;
  return viewer->kind;
}

std::optional<std::uint64_t> Viewers::read(std::string_view key, const Page& page) {
  const auto viewer = viewer_at(key);
  if (!viewer) return std::nullopt;
  const bool leads_on =
      std::any_of(page.links.begin(), page.links.end(), [&](const LinkObservation& link) {
        return link.url != viewer->file && urls_.find(link.url) == StringTable::kNone;
      });
  std::uint32_t& vain = vain_.try_emplace(viewer->kind).first->second;
  const bool was_left = vain > 0;
  vain = leads_on ? 0 : vain + 1;
  return was_left && leads_on ? std::optional(viewer->kind) : std::nullopt;
}

bool Viewers::is_sure(std::uint64_t kind) const {
  const auto known = vain_.find(kind);
  return known != vain_.end() && known->second >= kSureAfter;
}

void Viewers::save(ByteWriter& out) const {
  out.var(vain_.size());
  for (const std::uint64_t kind : sorted_keys(vain_)) {
    out.u64(kind);
    out.var(vain_.at(kind));
  }
}

bool Viewers::load(ByteReader& in) {
  for (std::size_t left = in.count(9); left > 0; --left) {
    const std::uint64_t kind = in.u64();
    vain_[kind] = static_cast<std::uint32_t>(in.var());
  }
  return in.ok();
}

}  // namespace tagtrail
