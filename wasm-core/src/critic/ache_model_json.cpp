// Model files of ACHE: reading, where nothing is taken on trust, and writing.
#include <nlohmann/json.hpp>
#include <utility>

#include "critic/ache_model.hpp"
#include "critic/form_structure.hpp"
#include "tagtrail/json_fields.hpp"

namespace tagtrail {
namespace {

using Json = nlohmann::json;

constexpr const char* kFormat = "tagtrail-ache-model";
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kMostWords = 20'000;
constexpr std::size_t kMostLevels = 10;

tl::unexpected<Error> bad(const std::string& what) {
  return fail(ErrorCode::invalid_argument, "the model " + what);
}

Expected<WordBayes> read_words(const Json& json, const char* name, std::size_t fewest,
                               std::size_t most) {
  const std::string which = std::string("has a bad '") + name + "'";
  WordBayes::Counts cases;
  if (!json.is_object() || !json.contains("cases") || !read_json(json["cases"], cases) ||
      cases.size() < fewest || cases.size() > most) {
    return bad(which + ": 'cases' must be a list of numbers, one a class");
  }
  if (!json.contains("words") || !json["words"].is_object() || json["words"].size() > kMostWords) {
    return bad(which + ": 'words' must be an object with the counts of up to 20,000 words");
  }
  std::map<std::string, WordBayes::Counts> words;
  for (const auto& [word, counts] : json["words"].items()) {
    if (!read_json(counts, words[word])) return bad(which + ": '" + word + "' needs numbers");
  }
  const std::size_t classes = cases.size();
  WordBayes model = WordBayes::of(std::move(cases), std::move(words));
  if (model.classes() != classes) {
    return bad(which + ": a word has not one number a class, or more cases than its class");
  }
  return model;
}

Json words_to_json(const WordBayes& model) {
  return {{"cases", model.cases()}, {"words", model.words()}};
}

/// Adds the node and those below it; false when malformed. `depth` bounds the recursion.
bool read_node(const Json& json, std::size_t depth, DecisionTree& tree) {
  if (!json.is_object() || depth > DecisionTree::kDeepest) return false;
  const std::size_t at = tree.nodes.size();
  DecisionTree::Node node;
  MembersIn in(json);
  in("cases", node.cases);
  in("errors", node.errors);
  in("searchable", node.wanted);
  if (!json.contains("attribute")) {
    tree.nodes.push_back(node);
    return in.ok();
  }
  in.word("attribute", node.attribute, kFormAttributes);
  in("cut", node.cut);
  if (!in.ok() || !json.contains("upTo") || !json.contains("above")) return false;
  tree.nodes.push_back(node);
  const auto below = static_cast<std::uint32_t>(tree.nodes.size());
  if (!read_node(json["upTo"], depth + 1, tree)) return false;
  const auto above = static_cast<std::uint32_t>(tree.nodes.size());
  if (!read_node(json["above"], depth + 1, tree)) return false;
  tree.nodes[at].below = below;
  tree.nodes[at].above = above;
  return true;
}

Json node_to_json(const DecisionTree& tree, std::uint32_t at) {
  const DecisionTree::Node& node = tree.nodes[at];
  Json json = {{"cases", node.cases}, {"errors", node.errors}, {"searchable", node.wanted}};
  if (node.is_leaf()) return json;
  json["attribute"] = kFormAttributes.at(node.attribute);
  json["cut"] = node.cut;
  json["upTo"] = node_to_json(tree, node.below);
  json["above"] = node_to_json(tree, node.above);
  return json;
}

Expected<AcheModel> read_model(const Json& json) {
  if (!json.is_object() || text_of(json, "format", 100) != kFormat) {
    return bad("is none: 'format' is not '" + std::string(kFormat) + "'");
  }
  if (number_of(json, "version") != kVersion) {
    return bad("is of another version than 1: train it anew with this program");
  }
  AcheModel model;
  for (const auto& [name, part] : json.items()) {
    if (name == "format" || name == "version") continue;
    if (name == "pages") {
      model.pages = TRY(read_words(part, "pages", 2, 2));
    } else if (name == "formTexts") {
      model.form_texts = TRY(read_words(part, "formTexts", 2, 2));
    } else if (name == "links") {
      model.links = TRY(read_words(part, "links", 1, kMostLevels));
    } else if (name == "forms") {
      if (!read_node(part, 0, model.forms.emplace())) {
        return bad(
            "has a bad tree in 'forms': a node is a leaf, or has attribute, cut, upTo, above");
      }
    } else {
      return bad("has an unknown member '" + name + "'");
    }
  }
  return model;
}

}  // namespace

Expected<AcheModel> parse_ache_model(std::string_view text) {
  if (text.empty()) return AcheModel{};
  if (text.size() > AcheModel::kMostBytes) {
    return fail(ErrorCode::too_large, "the model has more than 256 KiB");
  }
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return bad("is not JSON");
  return read_model(json);
}

std::string ache_model_to_json(const AcheModel& model) {
  Json json = {{"format", kFormat}, {"version", kVersion}};
  if (model.pages) json["pages"] = words_to_json(*model.pages);
  if (model.forms) json["forms"] = node_to_json(*model.forms, 0);
  if (model.form_texts) json["formTexts"] = words_to_json(*model.form_texts);
  if (model.links) json["links"] = words_to_json(*model.links);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tagtrail
