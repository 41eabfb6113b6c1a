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

Expected<bool> TargetNamer::asked(std::string_view sql, std::string_view value) const {
  if (database_ == nullptr) return false;
  bool found = false;
  TRY(database_->each(
      sql,
      [&](const Row&) -> Expected<void> {
        found = true;
        return {};
      },
      value));
  return found;
}

Expected<bool> TargetNamer::is_file(const std::string& path) const {
  if (placer_ != nullptr && placer_->exists(path) && !placer_->is_folder(path)) return true;
  return is_known(name_key(path));
}

Expected<bool> TargetNamer::is_known(const std::string& key) const {
  if (keys_.contains(key)) return true;
  return asked(
      "SELECT 1 FROM target WHERE path_key = ?1 UNION ALL SELECT 1 FROM version WHERE path_key = "
      "?1",
      key);
}

Expected<bool> TargetNamer::file_taken(const std::string& file) const {
  const std::string key = name_key(file);
  if (folders_.contains(key) || (placer_ != nullptr && placer_->exists(file))) return true;
  // '0' comes after '/': whatever is in a folder of that name.
  const auto folder = asked(
      "SELECT 1 FROM (SELECT path_key FROM target UNION ALL SELECT path_key FROM version)"
      " WHERE path_key > ?1 || '/' AND path_key < ?1 || '0' LIMIT 1",
      key);
  return folder && !*folder ? is_known(key) : folder;
}

Expected<bool> TargetNamer::resource_taken(const std::string& resource) const {
  if (resources_.contains(resource)) return true;
  return asked("SELECT 1 FROM target WHERE name = ?", resource);
}

/// The folders of a path, each numbered where a file has its name already; with a '/' at the end.
Expected<std::string> TargetNamer::free_folder(std::string_view wanted) {
  std::string folder;
  while (!wanted.empty()) {
    const std::size_t slash = wanted.find('/');
    const std::string part(wanted.substr(0, slash));
    auto free = TRY(unique(part, "d/" + name_key(folder + part),
                           [&](const std::string& name) { return is_file(folder + name); }));
    folder += free + "/";
    wanted.remove_prefix(slash + 1);
  }
  return folder;
}

Expected<TargetNames> TargetNamer::choose_dated(std::string_view path, const NameHints& hints,
                                                std::string_view day) {
  const std::size_t leaf = path.rfind('/') + 1;  // 0 where there is none
  NameHints named = hints;
  named.file_name = path.substr(leaf);
  const std::string wanted = dated_name(readable_name(named), day);
  const auto folder = TRY(free_folder(path.substr(0, leaf)));
  auto file = TRY(unique(wanted, "f/" + name_key(folder + wanted),
                         [&](const std::string& one) { return file_taken(folder + one); }));
  TargetNames names{folder + file, {}, {}};
  names.key = name_key(names.file);
  take(names);
  return names;
}

Expected<TargetNames> TargetNamer::choose(const NameHints& hints) {
  const std::string wanted = mask_.path_of(hints);
  const std::size_t leaf = wanted.rfind('/') + 1;  // 0 where there is none
  const auto folder = TRY(free_folder(std::string_view(wanted).substr(0, leaf)));
  const std::string name = wanted.substr(leaf);
  auto file = TRY(unique(name, "f/" + name_key(folder + name),
                         [&](const std::string& one) { return file_taken(folder + one); }));
  const std::string plain = resource_name(file);
  auto resource = TRY(
      unique(plain, "r/" + plain, [this](const std::string& one) { return resource_taken(one); }));
  TargetNames names{folder + file, {}, std::move(resource)};
  names.key = name_key(names.file);
  take(names);
  return names;
}

void TargetNamer::take(const TargetNames& names) {
  keys_.insert(names.key);
  resources_.insert(names.resource);
  for (std::size_t at = names.key.find('/'); at != std::string::npos;
       at = names.key.find('/', at + 1)) {
    folders_.insert(names.key.substr(0, at));
  }
}

void TargetNamer::release() {
  keys_.clear();
  folders_.clear();
  resources_.clear();
}

}  // namespace tagtrail::host
