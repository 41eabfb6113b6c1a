#include "content/datasets_json.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "content/statements.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::json;

/// The texts by their names; files apart.
constexpr auto kTexts = std::to_array<std::pair<const char*, std::string DatasetFacts::*>>({
    {"title", &DatasetFacts::title},
    {"description", &DatasetFacts::description},
    {"license", &DatasetFacts::license},
    {"publisher", &DatasetFacts::publisher},
    {"issued", &DatasetFacts::issued},
    {"modified", &DatasetFacts::modified},
    {"cycle", &DatasetFacts::cycle},
});

bool has_any(const DatasetFacts& facts) {
  return std::any_of(kTexts.begin(), kTexts.end(),
                     [&](const auto& text) { return !(facts.*text.second).empty(); });
}

Json to_json(const DatasetFacts& facts) {
  Json json = Json::object();
  for (const auto& [name, text] : kTexts) {
    if (const std::string& said = facts.*text; !said.empty()) {
      json[name] = utf8_prefix(said, kDatasetTextBytes);
    }
  }
  if (!facts.files.empty()) json["files"] = facts.files;
  return json;
}

/// Without its files.
DatasetFacts from_json(const Json& json) {
  DatasetFacts facts;
  for (const auto& [name, text] : kTexts) {
    const auto said = json.find(name);
    if (said != json.end() && said->is_string()) facts.*text = said->get<std::string>();
  }
  return facts;
}

}  // namespace

std::vector<DatasetFacts> datasets_on_page(const ParsedPage& page, std::string_view page_url) {
  if (page.source().find("Dataset") == std::string_view::npos) return {};
  return dataset_facts(read_statements(page.document(), page_url), page_url);
}

std::string datasets_as_json(const std::vector<DatasetFacts>& sets, std::size_t bytes) {
  std::string all;
  for (const DatasetFacts& facts : sets) {
    if (!has_any(facts)) continue;
    const std::string one = to_json(facts).dump(-1, ' ', false, Json::error_handler_t::replace);
    if (all.size() + one.size() + 2 > bytes) break;
    all += (all.empty() ? "[" : ",") + one;
  }
  return all.empty() ? all : all + "]";
}

bool is_only_dated(const DatasetFacts& facts) {
  return std::all_of(kTexts.begin(), kTexts.end(), [&](const auto& text) {
    return text.second == &DatasetFacts::modified || (facts.*text.second).empty();
  });
}

PageDatasets::PageDatasets(std::string_view datasets) {
  const Json sets = Json::parse(datasets, nullptr, false);
  if (!sets.is_array()) return;
  for (const Json& set : sets) {
    if (!set.is_object()) continue;
    const auto files = set.find("files");
    if (files != set.end() && files->is_array()) {
      for (const Json& file : *files) {
        if (file.is_string()) by_file_.emplace(file.get<std::string>(), sets_.size());
      }
    }
    sets_.push_back(from_json(set));
  }
}

const DatasetFacts* PageDatasets::that_names(const std::string& address) const {
  const auto named = by_file_.find(address);
  return named == by_file_.end() ? nullptr : &sets_[named->second];
}

const DatasetFacts* PageDatasets::of_file(const std::vector<std::string>& addresses) const {
  for (const std::string& address : addresses) {
    if (const DatasetFacts* named = that_names(address)) return named;
  }
  // A page of many says nothing of a file that none of them names.
  return sets_.size() == 1 && !is_only_dated(sets_.front()) ? sets_.data() : nullptr;
}

}  // namespace tagtrail::host
