#include "store/target_names.hpp"

#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// Of a URL, that a name is told apart by.
constexpr int kMostFolders = 3;

}  // namespace

template <typename Taken>
Expected<std::string> TargetNamer::unique(const std::string& wanted, const std::string& hint_key,
                                          Taken taken) {
  if (!TRY(taken(wanted))) return wanted;
  std::uint64_t& number = next_number_.try_emplace(hint_key, 2).first->second;
  for (;;) {
    std::string candidate = numbered_name(wanted, number++);
    if (!TRY(taken(candidate))) return candidate;
  }
}

Expected<bool> TargetNamer::asked(std::string_view sql, std::string_view value) const {
  return database_ == nullptr ? false : database_->value<bool>(sql, value);
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
  const bool is_folder =
      TRY(asked("SELECT 1 FROM (SELECT path_key FROM target UNION ALL SELECT path_key FROM version)"
                " WHERE path_key > ?1 || '/' AND path_key < ?1 || '0' LIMIT 1",
                key));
  return is_folder ? true : is_known(key);
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

/// The name itself, numbered where it is taken, in folders that are numbered where they must be.
Expected<TargetNames> TargetNamer::named(std::string_view folders, const std::string& name) {
  const auto folder = TRY(free_folder(folders));
  const auto file = TRY(unique(name, "f/" + name_key(folder + name),
                               [&](const std::string& one) { return file_taken(folder + one); }));
  return TargetNames{folder + file, name_key(folder + file), {}};
}

Expected<TargetNames> TargetNamer::choose_dated(std::string_view path, const NameHints& hints,
                                                std::string_view day) {
  const std::size_t leaf = path.rfind('/') + 1;  // 0 where there is none
  NameHints dated = hints;
  dated.file_name = path.substr(leaf);
  auto names = TRY(named(path.substr(0, leaf), dated_name(readable_name(dated), day)));
  take(names);
  return names;
}

/// Of `2025/m.csv` beside `2024/m.csv` the year says more than a number. `wanted` where it is free,
/// where the name is not its URL's, or no folder of that makes it one of its own.
Expected<std::string> TargetNamer::told_apart(const std::string& wanted,
                                              const NameHints& hints) const {
  if (!hints.file_name.empty() || !TRY(file_taken(wanted))) return wanted;
  const std::string_view path = split_url(hints.url).path;
  const std::size_t leaf = wanted.rfind('/') + 1;  // 0 where there is none
  std::string folders;
  std::size_t end = path.rfind('/');
  for (int level = 0; level < kMostFolders && end != std::string_view::npos && end > 0; ++level) {
    const std::size_t begin = path.rfind('/', end - 1) + 1;
    const std::string folder = safe_part(percent_decode(path.substr(begin, end - begin)));
    if (folder.empty()) break;
    folders = folders.empty() ? folder : folder + "-" + folders;
    std::string name = wanted.substr(0, leaf) + told_name(wanted.substr(leaf), folders);
    if (!TRY(file_taken(name))) return name;
    end = begin - 1;
  }
  return wanted;
}

Expected<TargetNames> TargetNamer::choose(const NameHints& hints) {
  const std::string wanted = TRY(told_apart(mask_.path_of(hints), hints));
  const std::size_t leaf = wanted.rfind('/') + 1;  // 0 where there is none
  auto names = TRY(named(std::string_view(wanted).substr(0, leaf), wanted.substr(leaf)));
  const std::string plain =
      resource_name(std::string_view(names.file).substr(names.file.rfind('/') + 1));
  names.resource = TRY(
      unique(plain, "r/" + plain, [this](const std::string& one) { return resource_taken(one); }));
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
