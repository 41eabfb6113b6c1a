#include "media_types.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace tagtrail::embedded {
extern const std::string_view media_types;
extern const std::string_view system_media_types;
}  // namespace tagtrail::embedded

namespace tagtrail::media_types {
namespace {

using Sections = std::map<std::string, std::vector<std::string>, std::less<>>;
using Table = std::map<std::string, std::string, std::less<>>;

/// Calls `take` with the words of each line, comments removed.
template <typename Take>
void for_each_line(std::string_view text, Take take) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    line = line.substr(0, line.find('#'));
    std::vector<std::string> words;
    while (true) {
      const std::size_t from = line.find_first_not_of(" \t\r");
      if (from == std::string_view::npos) break;
      line.remove_prefix(from);
      const std::size_t to = line.find_first_of(" \t\r");
      words.emplace_back(line.substr(0, to));
      line = to == std::string_view::npos ? std::string_view{} : line.substr(to);
    }
    if (!words.empty()) take(words);
  }
}

Sections read_sections() {
  Sections sections;
  std::string current;
  for_each_line(embedded::media_types, [&](const std::vector<std::string>& words) {
    if (words.front().starts_with('[')) {
      current = words.front().substr(1, words.front().size() - 2);
      return;
    }
    auto& section = sections[current];
    section.insert(section.end(), words.begin(), words.end());
  });
  for (auto& entry : sections) std::sort(entry.second.begin(), entry.second.end());
  return sections;
}

const Sections& sections() {
  static const Sections all = read_sections();
  return all;
}

struct Tables {
  Table types;
  Table extensions;
};

/// The words `key=value` of a section.
std::vector<std::pair<std::string, std::string>> pairs_of(std::string_view name) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& word : section(name)) {
    const std::size_t equals = word.find('=');
    pairs.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return pairs;
}

Tables read_tables() {
  Tables tables;
  for (const auto& [extension, type] : pairs_of("types")) {
    tables.types.emplace(extension, type);
    // The list is sorted: "csv" before "html"; of two extensions of one type the shorter is usual.
    auto [entry, inserted] = tables.extensions.emplace(type, extension);
    if (!inserted && extension.size() < entry->second.size()) entry->second = extension;
  }
  for_each_line(embedded::system_media_types, [&](const std::vector<std::string>& words) {
    for (std::size_t i = 1; i < words.size(); ++i) {
      tables.types.emplace(words[i], words[0]);
      tables.extensions.emplace(words[0], words[i]);
    }
  });
  tables.extensions["text/html"] = "html";
  tables.extensions["text/plain"] = "txt";
  tables.extensions["application/gzip"] = "gz";
  return tables;
}

Table read_other_names() {
  Table names;
  for (auto& [name, type] : pairs_of("other_names")) names.emplace(name, type);
  return names;
}

/// Those that no extension has.
std::set<std::string, std::less<>> read_named_types() {
  std::set<std::string, std::less<>> named;
  for (const char* name : {"targets.paper.mime", "targets.data.mime", "blocked.data.mime"}) {
    named.insert(section(name).begin(), section(name).end());
  }
  return named;
}

const Tables& tables() {
  static const Tables both = read_tables();
  return both;
}

}  // namespace

const std::vector<std::string>& section(std::string_view name) {
  static const std::vector<std::string> none;
  const auto found = sections().find(name);
  return found == sections().end() ? none : found->second;
}

const Table& types_by_extension() { return tables().types; }
const Table& extensions_by_type() { return tables().extensions; }

const Table& other_names() {
  static const Table names = read_other_names();
  return names;
}

bool is_known_type(std::string_view mime) {
  static const std::set<std::string, std::less<>> named = read_named_types();
  return extensions_by_type().contains(mime) || other_names().contains(mime) ||
         named.contains(mime);
}

}  // namespace tagtrail::media_types
