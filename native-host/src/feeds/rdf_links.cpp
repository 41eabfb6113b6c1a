#include "feeds/rdf_links.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "feeds/described_links.hpp"
#include "feeds/rdf_graph.hpp"
#include "feeds/texts.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kType = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
constexpr std::string_view kEndOfList = "http://www.w3.org/1999/02/22-rdf-syntax-ns#nil";
constexpr std::size_t kTermBytes = 64;
/// Nodes in nodes: a catalogue, its data set, a distribution, a checksum, and as many again.
constexpr std::size_t kMostNodes = 8;
/// Of statements gone through: nodes that many others have are gone through with each of them.
constexpr std::size_t kMostSteps = 2 * kGraphStatements;

/// `downloadurl` of `http://www.w3.org/ns/dcat#downloadURL`.
std::string token_of_iri(std::string_view iri) {
  while (iri.ends_with('/') || iri.ends_with('#')) iri.remove_suffix(1);
  const std::string_view name = iri.substr(iri.find_last_of("/#:") + 1);
  std::string token = ascii_lower(utf8_prefix(name, kTermBytes));
  for (char& c : token) {
    const bool plain = (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '_';
    if (!plain) c = '_';
  }
  return token;
}

/// What stands there is a word and no address.
bool names_word(std::string_view property) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"type", "conformsto", "format", "mediatype", "language", "theme"});
  return is_one_of(property, kNames);
}

bool is_item_class(std::string_view type) { return type == "dataset" || type == "catalog"; }

bool leads_to_items(std::string_view property) {
  constexpr auto kNames = std::to_array<std::string_view>({"dataset", "catalog", "hascatalog"});
  return is_one_of(property, kNames);
}

class RdfLinks {
 public:
  RdfLinks(const RdfGraph& graph, std::string_view url)
      : graph_(graph), links_(url), nodes_(graph.terms.size()) {
    index();
  }

  JsonSource read() {
    // Outermost first, so that each stands where it belongs.
    go_through([](const Node& node) { return node.type == "catalog" && !node.is_object; });
    go_through([](const Node& node) { return node.type == "catalog"; });
    go_through([](const Node& node) { return node.type == "dataset"; });
    go_through([](const Node& node) { return !node.is_object; });
    go_through([](const Node& /*node*/) { return true; });
    if (graph_.cut) links_.cut();
    JsonSource source;
    source.page = links_.take();
    source.datasets = links_.take_datasets();
    return source;
  }

 private:
  struct Node {
    std::uint32_t first = 0;  ///< in by_subject_
    std::uint32_t count = 0;  ///< statements about it
    bool is_object = false;
    bool is_open = false;  ///< it is gone through now
    bool is_done = false;
    std::string type;
  };

  const RdfGraph::Word& word(RdfGraph::Term term) const { return graph_.terms[term]; }

  void index() {
    for (const auto& said : graph_.statements) {
      ++nodes_[said.subject].count;
      if (said.subject != said.object) nodes_[said.object].is_object = true;
    }
    std::uint32_t first = 0;
    for (Node& node : nodes_) {
      node.first = first;
      first += node.count;
      node.count = 0;
    }
    by_subject_.resize(graph_.statements.size());
    for (std::uint32_t i = 0; i < graph_.statements.size(); ++i) {
      const auto& said = graph_.statements[i];
      Node& node = nodes_[said.subject];
      by_subject_[node.first + node.count++] = i;
      if (word(said.predicate).text != kType) continue;
      const std::string type = token_of_iri(word(said.object).text);
      if (node.type.empty() || (is_item_class(type) && !is_item_class(node.type))) node.type = type;
    }
  }

  template <typename Wanted>
  void go_through(const Wanted& wanted) {
    for (RdfGraph::Term term = 0; term < nodes_.size(); ++term) {
      const Node& node = nodes_[term];
      if (node.count > 0 && !node.is_done && wanted(node)) enter(term, "/rdf", 1);
    }
  }

  /// Recursion is bounded by kMostNodes.
  void enter(RdfGraph::Term term, const std::string& place, std::size_t depth) {
    Node& node = nodes_[term];
    const std::string here = place + "/" + (node.type.empty() ? "description" : node.type);
    node.is_open = node.is_done = true;
    if (links_.enter(here)) {
      for (std::uint32_t i = 0; i < node.count && !full_; ++i) {
        say(graph_.statements[by_subject_[node.first + i]], here, depth);
      }
      links_.leave();
    }
    node.is_open = false;
  }

  void say(const RdfGraph::Statement& said, const std::string& place, std::size_t depth) {
    if (++steps_ > kMostSteps) return stop();
    const RdfGraph::Word& object = word(said.object);
    if (object.text == kEndOfList) return;
    const std::string property = token_of_iri(word(said.predicate).text);
    const std::string here = place + "/" + property;
    if (object.kind == RdfGraph::TermKind::text) {
      links_.text(here, property, object.text);
      if (is_absolute_url(object.text)) link(object.text, here);
    } else if (names_word(property)) {
      // Types say what a node is, not what its files are.
      if (property != "type") links_.text(here, property, last_part(object.text));
    } else if (may_enter(said.object, property, depth)) {
      if (links_.enter(here)) {
        enter(said.object, here, depth + 1);
        links_.leave();
      }
    } else if (object.kind == RdfGraph::TermKind::iri && nodes_[said.object].count == 0) {
      links_.text(here, {}, object.text);
      if (links_.enter(here)) {
        if (is_absolute_url(object.text)) link(object.text, here);
        links_.leave();
      }
    }
  }

  /// What data sets name of each other belongs to the other one.
  bool may_enter(RdfGraph::Term term, std::string_view property, std::size_t depth) const {
    const Node& node = nodes_[term];
    if (node.count == 0 || node.is_open || depth >= kMostNodes) return false;
    return !is_item_class(node.type) || (!node.is_done && leads_to_items(property));
  }

  /// `CSV` of `http://publications.europa.eu/resource/authority/file-type/CSV`.
  static std::string_view last_part(std::string_view iri) {
    return iri.substr(iri.find_last_of("/#") + 1);
  }

  void link(std::string_view iri, const std::string& place) {
    if (!links_.link(iri, place)) stop();
  }

  void stop() {
    full_ = true;
    links_.cut();
  }

  const RdfGraph& graph_;
  DescribedLinks links_;
  std::vector<Node> nodes_;                ///< by term
  std::vector<std::uint32_t> by_subject_;  ///< statements, those about a node in a row
  std::size_t steps_ = 0;
  bool full_ = false;
};

}  // namespace

JsonSource read_rdf_links(std::string_view text, std::string_view mime, std::string_view url) {
  const RdfGraph graph = read_rdf(text, mime, url);
  return RdfLinks(graph, url).read();
}

}  // namespace tagtrail::host
