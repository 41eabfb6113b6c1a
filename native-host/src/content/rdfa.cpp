#include "content/rdfa.hpp"

#include <memory>
#include <utility>

#include "content/iri.hpp"
#include "content/rdfa_attributes.hpp"
#include "content/rdfa_names.hpp"
#include "content/rdfa_speakers.hpp"

namespace tagtrail::host {
namespace {

using Index = FlatDocument::Index;
/// A resource; null where there is none. Shared, since many elements speak of the same.
using Name = std::shared_ptr<const std::string>;

Name name_of(std::string text) {
  return text.empty() ? nullptr : std::make_shared<const std::string>(std::move(text));
}

enum class Direction { forward, reverse, list };

/// A relation whose other end is further inside.
struct Incomplete {
  std::string predicate;
  Direction direction;
};

/// What an element hands to those inside ("evaluation context").
struct Frame {
  Index end;
  Name subject;
  Name object;
  std::size_t incomplete_in;  ///< the frame whose `incomplete` they complete
  std::vector<Incomplete> incomplete{};
  bool completed = false;         ///< by someone
  bool completed_by_own = false;  ///< by `object`, which many may speak of
};

class RdfaReader {
 public:
  RdfaReader(const FlatDocument& page, StatementSink& sink)
      : page_(page), sink_(sink), names_(page, sink), speakers_(page) {}

  void read();

 private:
  struct Relations {
    bool present = false;
    std::vector<std::string> rel;
    std::vector<std::string> rev;
  };
  /// What an element speaks of.
  struct Subjects {
    Name subject;  ///< "new subject"
    Name object;   ///< "current object resource"
    Name typed;    ///< "typed resource"
    bool skip = false;
  };

  bool is_silent(Index element);
  void visit(Index element);
  void leave();
  Relations relations_of(const RdfaAttributes& has);
  std::vector<std::string> predicates(const char* words, bool no_terms);
  Name about(Index element, const RdfaAttributes& has);
  Name target(const RdfaAttributes& has);
  Subjects of_property(Index element, const RdfaAttributes& has);
  Subjects of_resource(Index element, const RdfaAttributes& has);
  Subjects of_relation(Index element, const RdfaAttributes& has);
  void say_types(const RdfaAttributes& has, const Subjects& of);
  std::vector<Incomplete> relate(const RdfaAttributes& has, const Relations& relations,
                                 Subjects& of);
  void say_properties(Index element, const RdfaAttributes& has, bool related, const Subjects& of);
  void complete(const Name& subject);

  const FlatDocument& page_;
  StatementSink& sink_;
  RdfaNames names_;
  RdfaSpeakers speakers_;
  std::vector<Frame> frames_;
};

void RdfaReader::read() {
  const auto page = std::make_shared<const std::string>(page_.base_url());
  frames_.push_back({page_.size(), page, page, 0});
  for (Index i = 0; i < page_.size() && !sink_.full();) {
    while (frames_.back().end <= i) leave();
    if (is_silent(i)) {
      i = page_[i].end;
    } else {
      names_.enter(i);
      visit(i++);
    }
  }
  while (frames_.size() > 1 && !sink_.full()) leave();
}

/// Whether no statement can come of an element and those inside.
bool RdfaReader::is_silent(Index element) {
  return frames_[frames_.back().incomplete_in].incomplete.empty() &&
         !speakers_.any_in(element, page_[element].end);
}

void RdfaReader::leave() {
  const Frame& frame = frames_.back();
  const Name& subject = frame.subject;
  for (const Incomplete& relation : frame.incomplete) {
    if (relation.direction == Direction::list && !frame.completed) {
      sink_.link(*subject, relation.predicate, rdf::kNil);
    }
  }
  frames_.pop_back();
  names_.leave();
}

/// RDFa Core 1.1, section 7.5, by its steps.
void RdfaReader::visit(Index element) {
  const RdfaAttributes has(page_, element);
  const Relations relations = relations_of(has);
  Subjects of;
  if (relations.present) {
    of = of_relation(element, has);
  } else if (has.property != nullptr && has.content == nullptr && has.datatype == nullptr) {
    of = of_property(element, has);
  } else {
    of = of_resource(element, has);
  }
  say_types(has, of);
  std::vector<Incomplete> incomplete = relate(has, relations, of);
  if (has.property != nullptr) say_properties(element, has, relations.present, of);
  const Frame& around = frames_.back();
  Frame inside{page_[element].end, around.subject, around.object, around.incomplete_in};
  if (!of.skip) {
    complete(of.subject);
    inside = {page_[element].end, of.subject, of.object ? of.object : of.subject, frames_.size(),
              std::move(incomplete)};
  }
  frames_.push_back(std::move(inside));
}

/// Beside @property, words of @rel that are HTML's own do not count (HTML+RDFa 1.1).
RdfaReader::Relations RdfaReader::relations_of(const RdfaAttributes& has) {
  const bool no_terms = has.property != nullptr;
  Relations relations{false, predicates(has.rel, no_terms), predicates(has.rev, no_terms)};
  relations.present = no_terms ? !relations.rel.empty() || !relations.rev.empty()
                               : has.rel != nullptr || has.rev != nullptr;
  return relations;
}

std::vector<std::string> RdfaReader::predicates(const char* words, bool no_terms) {
  std::vector<std::string> all;
  for (const std::string_view word : words_of(words)) {
    if (no_terms && word.find(':') == std::string_view::npos) continue;
    std::string predicate = names_.predicate(word);
    if (!predicate.empty() && all.size() < kStatements) all.push_back(std::move(predicate));
  }
  return all;
}

/// What @about says, or else the place of the element: html is the page, head and body what html
/// is.
Name RdfaReader::about(Index element, const RdfaAttributes& has) {
  if (has.about != nullptr) {
    if (Name name = name_of(names_.resource(has.about))) return name;
  }
  const bool is_place = page_[element].parent == FlatDocument::kNone ||
                        page_.is(element, GUMBO_TAG_HEAD) || page_.is(element, GUMBO_TAG_BODY);
  return is_place ? frames_.back().object : nullptr;
}

Name RdfaReader::target(const RdfaAttributes& has) {
  if (has.resource != nullptr) {
    if (Name name = name_of(names_.resource(has.resource))) return name;
  }
  for (const char* url : {has.href, has.src}) {
    if (url == nullptr) continue;
    if (Name name = name_of(resolve_iri(url, page_.base_url()))) return name;
  }
  return nullptr;
}

RdfaReader::Subjects RdfaReader::of_property(Index element, const RdfaAttributes& has) {
  Subjects of;
  of.subject = about(element, has);
  if (has.type != nullptr) {
    of.typed = of.subject ? of.subject : target(has);
    if (!of.typed) of.typed = name_of(sink_.blank_node());
    of.object = of.typed;
  }
  if (!of.subject) of.subject = frames_.back().object;
  return of;
}

RdfaReader::Subjects RdfaReader::of_resource(Index element, const RdfaAttributes& has) {
  Subjects of;
  if (has.about != nullptr) of.subject = name_of(names_.resource(has.about));
  if (!of.subject) of.subject = target(has);
  if (!of.subject) of.subject = about(element, has);
  if (!of.subject && has.type != nullptr) of.subject = name_of(sink_.blank_node());
  if (!of.subject) {
    of.subject = frames_.back().object;
    of.skip = has.property == nullptr;
  }
  if (has.type != nullptr) of.typed = of.subject;
  return of;
}

RdfaReader::Subjects RdfaReader::of_relation(Index element, const RdfaAttributes& has) {
  Subjects of;
  of.subject = about(element, has);
  if (!of.subject) of.subject = frames_.back().object;
  of.object = target(has);
  if (has.type == nullptr) return of;
  if (has.about != nullptr) {
    of.typed = of.subject;
  } else {
    if (!of.object) of.object = name_of(sink_.blank_node());
    of.typed = of.object;
  }
  return of;
}

void RdfaReader::say_types(const RdfaAttributes& has, const Subjects& of) {
  if (!of.typed) return;
  for (const std::string_view word : words_of(has.type)) {
    if (sink_.full()) return;
    sink_.link(*of.typed, rdf::kType, names_.term(word));
  }
}

/// Returns the relations that are completed further inside.
std::vector<Incomplete> RdfaReader::relate(const RdfaAttributes& has, const Relations& relations,
                                           Subjects& of) {
  std::vector<Incomplete> incomplete;
  const bool list = has.inlist != nullptr;
  for (const std::string& predicate : relations.rel) {
    if (of.object) {
      sink_.link(*of.subject, predicate, *of.object);
    } else {
      incomplete.push_back({predicate, list ? Direction::list : Direction::forward});
    }
  }
  for (const std::string& predicate : relations.rev) {
    if (of.object) {
      sink_.link(*of.object, predicate, *of.subject);
    } else {
      incomplete.push_back({predicate, Direction::reverse});
    }
  }
  if (!incomplete.empty()) of.object = name_of(sink_.blank_node());
  return incomplete;
}

void RdfaReader::say_properties(Index element, const RdfaAttributes& has, bool related,
                                const Subjects& of) {
  Name resource;
  std::string_view text = page_.text_of(element);
  if (has.content != nullptr) {
    text = has.content;
  } else if (has.datetime != nullptr) {
    text = has.datetime;
  } else if (has.datatype == nullptr) {
    if (!related) resource = target(has);
    if (!resource && has.about == nullptr) resource = of.typed;
  }
  for (const std::string_view word : words_of(has.property)) {
    if (sink_.full()) return;
    const std::string predicate = names_.predicate(word);
    if (resource) {
      sink_.link(*of.subject, predicate, *resource);
    } else {
      sink_.say(*of.subject, predicate, text);
    }
  }
}

void RdfaReader::complete(const Name& subject) {
  Frame& owner = frames_[frames_.back().incomplete_in];
  const Name& outer = owner.subject;
  if (subject == owner.object && std::exchange(owner.completed_by_own, true)) return;
  owner.completed = true;
  for (const Incomplete& relation : owner.incomplete) {
    if (sink_.full()) return;
    if (relation.direction == Direction::reverse) {
      sink_.link(*subject, relation.predicate, *outer);
    } else {
      sink_.link(*outer, relation.predicate, *subject);
    }
  }
}

}  // namespace

void read_rdfa(const FlatDocument& page, StatementSink& sink) { RdfaReader(page, sink).read(); }

}  // namespace tagtrail::host
