#include "store/target_names.hpp"

namespace tagtrail::host {

using sqlite::Row;

template <typename Taken>
Expected<std::string> TargetNamer::unique(const std::string& wanted, const std::string& hint_key,
                                          Taken taken) {
  auto is_taken = taken(wanted);
  if (!is_taken) return tl::unexpected<Error>(is_taken.error());
  if (!*is_taken) return wanted;
  std::uint64_t& number = next_number_.try_emplace(hint_key, 2).first->second;
  for (;;) {
    std::string candidate = numbered_name(wanted, number++);
    is_taken = taken(candidate);
    if (!is_taken) return tl::unexpected<Error>(is_taken.error());
    if (!*is_taken) return candidate;
  }
}

Expected<bool> TargetNamer::file_taken(const std::string& file) {
  const std::string key = name_key(file);
  if (keys_.contains(key) || placer_.exists(file)) return true;
  bool found = false;
  const auto asked = database_.each(
      "SELECT 1 FROM target WHERE path_key = ?",
      [&](const Row&) -> Expected<void> {
        found = true;
        return {};
      },
      key);
  if (!asked) return tl::unexpected<Error>(asked.error());
  return found;
}

Expected<bool> TargetNamer::resource_taken(const std::string& resource) {
  if (resources_.contains(resource)) return true;
  bool found = false;
  const auto asked = database_.each(
      "SELECT 1 FROM target WHERE name = ?",
      [&](const Row&) -> Expected<void> {
        found = true;
        return {};
      },
      resource);
  if (!asked) return tl::unexpected<Error>(asked.error());
  return found;
}

Expected<TargetNames> TargetNamer::choose(const NameHints& hints) {
  const std::string wanted = readable_name(hints);
  auto file = unique(wanted, "f/" + name_key(wanted),
                     [this](const std::string& name) { return file_taken(name); });
  if (!file) return tl::unexpected<Error>(file.error());
  const std::string plain = resource_name(*file);
  auto resource =
      unique(plain, "r/" + plain, [this](const std::string& name) { return resource_taken(name); });
  if (!resource) return tl::unexpected<Error>(resource.error());
  TargetNames names{std::move(*file), {}, std::move(*resource)};
  names.key = name_key(names.file);
  keys_.insert(names.key);
  resources_.insert(names.resource);
  return names;
}

void TargetNamer::release() {
  keys_.clear();
  resources_.clear();
}

}  // namespace tagtrail::host
