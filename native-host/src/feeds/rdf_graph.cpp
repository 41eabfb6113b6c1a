#include "feeds/rdf_graph.hpp"

#include <serd/serd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <unordered_map>

#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// serd reads blank nodes and lists in each other by recursion, and tells of each level before it
/// goes into the next.
constexpr std::uintptr_t kStackBytes = 256 << 10;
/// serd ends at each, and begins anew behind its line; who makes more writes something else.
constexpr std::size_t kMostMistakes = 10'000;

SerdSyntax syntax_of(std::string_view mime) {
  if (mime == "application/trig") return SERD_TRIG;
  if (mime == "application/n-triples") return SERD_NTRIPLES;
  if (mime == "application/n-quads") return SERD_NQUADS;
  return SERD_TURTLE;
}

std::string_view text_of_node(const SerdNode& node) {
  return {reinterpret_cast<const char*>(node.buf), node.n_bytes};
}

std::uintptr_t stack_place() {
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
}

bool has_scheme(std::string_view iri) {
  const std::size_t colon = iri.find_first_of(":/?#");
  return colon != std::string_view::npos && colon > 0 && iri[colon] == ':';
}

class RdfReader {
 public:
  explicit RdfReader(std::string_view url) : base_(url) {}

  RdfGraph read(std::string_view text, std::string_view mime) {
    const std::string whole(text.substr(0, text.find('\0')));
    if (whole.size() < text.size()) graph_.cut = true;
    std::size_t begin = 0;
    stack_ = stack_place();
    while (begin < whole.size() && !stopped_) {
      wrong_line_ = 0;
      read_from(whole.c_str() + begin, syntax_of(mime));
      if (wrong_line_ == 0) break;
      for (std::size_t line = 0; line < wrong_line_ && begin < whole.size(); ++line) {
        begin = std::min(whole.find('\n', begin), whole.size() - 1) + 1;
      }
    }
    return std::move(graph_);
  }

 private:
  static RdfReader& self(void* handle) { return *static_cast<RdfReader*>(handle); }
  static SerdStatus on_base(void* handle, const SerdNode* uri) {
    return self(handle).set_base(text_of_node(*uri));
  }
  static SerdStatus on_prefix(void* handle, const SerdNode* name, const SerdNode* uri) {
    return self(handle).set_prefix(text_of_node(*name), text_of_node(*uri));
  }
  static SerdStatus on_statement(void* handle, SerdStatementFlags /*flags*/,
                                 const SerdNode* /*graph*/, const SerdNode* subject,
                                 const SerdNode* predicate, const SerdNode* object,
                                 const SerdNode* /*datatype*/, const SerdNode* /*language*/) {
    return self(handle).add(*subject, *predicate, *object);
  }
  static SerdStatus on_mistake(void* handle, const SerdError* error) {
    RdfReader& reader = self(handle);
    reader.graph_.cut = true;
    if (reader.wrong_line_ == 0) reader.wrong_line_ = std::max(error->line, 1U);
    if (++reader.mistakes_ >= kMostMistakes) reader.stop();
    return SERD_SUCCESS;
  }

  /// Up to the end or the first mistake, whose line is noted.
  void read_from(const char* text, SerdSyntax syntax) {
    const std::unique_ptr<SerdReader, void (*)(SerdReader*)> reader(
        serd_reader_new(syntax, this, nullptr, on_base, on_prefix, on_statement, nullptr),
        serd_reader_free);
    if (reader == nullptr) return stop();
    serd_reader_set_error_sink(reader.get(), on_mistake, this);
    // Each reader gives nodes without a name the same names again.
    const std::string prefix = "r" + std::to_string(mistakes_) + "-";
    serd_reader_add_blank_prefix(reader.get(),
                                 reinterpret_cast<const std::uint8_t*>(prefix.c_str()));
    serd_reader_read_string(reader.get(), reinterpret_cast<const std::uint8_t*>(text));
  }

  void stop() { graph_.cut = stopped_ = true; }

  SerdStatus set_base(std::string_view uri) {
    if (auto base = canonical_url(uri, base_)) base_ = std::move(*base);
    return SERD_SUCCESS;
  }

  SerdStatus set_prefix(std::string_view name, std::string_view uri) {
    if (prefixes_.size() < kGraphPrefixes) {
      prefixes_.insert_or_assign(std::string(name), absolute(uri));
    } else {
      graph_.cut = true;
    }
    return SERD_SUCCESS;
  }

  SerdStatus add(const SerdNode& subject, const SerdNode& predicate, const SerdNode& object) {
    const std::uintptr_t here = stack_place();
    const bool deep = (here > stack_ ? here - stack_ : stack_ - here) > kStackBytes;
    if (deep || graph_.statements.size() >= kGraphStatements) stop();
    if (stopped_) return SERD_ERR_INTERNAL;
    const auto one = term(subject);
    const auto two = term(predicate);
    const auto three = term(object);
    if (one && two && three) graph_.statements.push_back({*one, *two, *three});
    return SERD_SUCCESS;
  }

  /// Nothing where a prefix was never declared, or there is no room.
  std::optional<RdfGraph::Term> term(const SerdNode& node) {
    using Kind = RdfGraph::TermKind;
    const std::string_view text = text_of_node(node);
    if (node.type == SERD_LITERAL) return intern(Kind::text, std::string(text));
    if (node.type == SERD_BLANK) return intern(Kind::blank, std::string(text));
    if (node.type == SERD_URI) return intern(Kind::iri, absolute(text));
    const std::size_t colon = text.find(':');
    const auto prefix = prefixes_.find(std::string(text.substr(0, colon)));
    if (prefix == prefixes_.end() || colon == std::string_view::npos) {
      graph_.cut = true;
      return std::nullopt;
    }
    return intern(Kind::iri, prefix->second + std::string(text.substr(colon + 1)));
  }

  std::optional<RdfGraph::Term> intern(RdfGraph::TermKind kind, std::string text) {
    if (text.size() > kGraphLiteralBytes) {
      // Half of a name is another name.
      if (kind != RdfGraph::TermKind::text) return std::nullopt;
      text.resize(utf8_prefix(text, kGraphLiteralBytes).size());
    }
    auto& known = known_.at(static_cast<std::size_t>(kind));
    if (const auto found = known.find(text); found != known.end()) return found->second;
    bytes_ += sizeof(RdfGraph::Word) + text.size();
    if (bytes_ > kGraphBytes) {
      stop();
      return std::nullopt;
    }
    const auto term = static_cast<RdfGraph::Term>(graph_.terms.size());
    graph_.terms.push_back({kind, std::move(text)});
    known.emplace(graph_.terms.back().text, term);
    return term;
  }

  /// IRIs are names: their fragments tell them apart, and absolute ones stay as they are written.
  std::string absolute(std::string_view iri) const {
    if (has_scheme(iri)) return std::string(iri);
    const std::size_t hash = std::min(iri.find('#'), iri.size());
    auto key = canonical_url(iri.substr(0, hash), base_);
    return key ? *key + std::string(iri.substr(hash)) : std::string(iri);
  }

  RdfGraph graph_;
  std::string base_;
  std::unordered_map<std::string, std::string> prefixes_;
  /// By text, of each kind. A deque's elements stay where they are.
  std::array<std::unordered_map<std::string_view, RdfGraph::Term>, 3> known_;
  std::size_t bytes_ = 0;
  std::size_t mistakes_ = 0;
  std::size_t wrong_line_ = 0;  ///< of the text that is being read; 0: none
  std::uintptr_t stack_ = 0;    ///< where it stood before serd was called
  bool stopped_ = false;
};

}  // namespace

RdfGraph read_rdf(std::string_view text, std::string_view mime, std::string_view url) {
  return RdfReader(url).read(text, mime);
}

}  // namespace tagtrail::host
