// Policy `trail` (trail.hpp): its state and its steps. Links and outcomes are in trail.cpp, pages
// between being read and being valued in trail_pages.cpp, what is learnt of them in
// trail_learning.cpp, what the user says in trail_teaching.cpp, the choice in trail_choice.cpp, why
// in trail_reasons.cpp, what its places brought in trail_groups.cpp, its bytes in
// trail_snapshot.cpp.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "features/link_features.hpp"
#include "learn/target_model.hpp"
#include "learn/value_model.hpp"
#include "policy/trail/exploration.hpp"
#include "policy/trail/frontier_heap.hpp"
#include "policy/trail/link_store.hpp"
#include "policy/trail/page_records.hpp"
#include "policy/trail/page_value.hpp"
#include "policy/trail/parts.hpp"
#include "policy/trail/scouting.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

class TrailPolicy final : public Policy {
 public:
  TrailPolicy(const Config& config, PolicyContext& context, TargetSet wanted, TrailParts parts);

  void page_begin(const LinkView& link, bool chosen, const Page& page) override;
  Verdict consider(const LinkView& link) override;
  void page_end(std::uint32_t reward) override;
  std::optional<Choice> choose() override;
  void on_outcome(const Outcome& outcome) override;
  std::optional<double> expected_remaining() const override;
  std::optional<double> expected_files(UrlId url) const override;
  Foresight foresee(const LinkView& link, std::string_view page) const override;
  bool teach(const std::vector<LinkView>& links, double files, double weight) override;
  void page_observed() override;
  std::size_t frontier_size() const override;
  std::vector<GroupReport> groups() const override;
  void remove(UrlId url) override;
  void save(ByteWriter& out) const override;
  bool load(ByteReader& in) override;

 private:
  static constexpr UrlId kNoLink = 0xFFFFFFFFU;

  /// A link that may be fetched with its page.
  struct Candidate {
    double p = 0;  ///< P(target) when it was looked at last
    UrlId url = 0;
  };
  static bool before(const Candidate& a, const Candidate& b) {
    return a.p != b.p ? a.p > b.p : a.url < b.url;
  }

  /// A page between being read and being valued: what is taken for a target is fetched with it.
  struct ReadPage {
    UrlId link = kNoLink;  ///< that led here; none for the seed URL
    UrlId page = kNoLink;  ///< none while it has no new link
    double targets = 0;
    std::uint32_t outstanding = 0;      ///< links fetched with it that have not been answered
    std::vector<UrlId> children;        ///< its new links
    std::vector<Candidate> candidates;  ///< published_heap.hpp
  };

  /// A link chosen from the frontier that has not been answered.
  struct Flight {
    UrlId url = 0;
    double score = 0;
  };

  /// What speaks for requesting a link.
  struct Appraisal {
    double expected = 0;     ///< label
    double exploration = 0;  ///< added to it
    double p = 0;            ///< P(target)
    double score = 0;
  };

  const PathFacts& path_facts(PathId id, std::string_view path);
  double probability(const TrailLink& link) const;
  void forget(UrlId url);

  // trail_pages.cpp
  std::optional<Choice> finish_read_pages();
  std::optional<Choice> next_with_page(ReadPage& page);
  void value_page(ReadPage page, double foreseen = 0);
  void leave_read_pages(UrlId url);
  void tell_children(const ReadPage& page);
  ReadPage* read_page_of(const TrailLink& link);

  // trail_learning.cpp
  double value_of(double targets, const std::vector<UrlId>& children);
  void learn(UrlId url, double value, double files);
  void realise(UrlId url, double value);
  void credit_late_target(UrlId page);
  void correct(PageRecord& record, double rate);

  // trail_teaching.cpp
  std::vector<FeatureSlot> shared_features(const std::vector<UrlId>& links) const;

  // trail_choice.cpp
  Appraisal appraise(const TrailLink& link) const;
  double score(UrlId url);
  void promise(TrailLink& link, double p, double label);
  void set_worth(TrailLink& link, std::uint32_t worth);
  void rescore_some();
  std::optional<Choice> take_best();
  std::optional<Choice> take_scout();
  Choice take(UrlId url, double score);
  bool better_to_wait(double score) const;

  // trail_reasons.cpp
  Reason explain_link(const TrailLink& link) const;
  Reason explain_file(UrlId url, double p) const;
  std::array<double, kFeatureKinds> shares_of_features(const TrailLink& link, double label) const;
  std::uint32_t alike_waiting(const TrailLink& link) const;

  // trail_snapshot.cpp
  static void save_pages(ByteWriter& out, const std::vector<ReadPage>& pages);
  bool load_pages(ByteReader& in, std::vector<ReadPage>& pages) const;
  bool load_flights(ByteReader& in);

  PolicyContext& context_;
  TrailParameters parameters_;
  std::uint32_t max_in_flight_;
  TargetSet wanted_;
  LinkFeatures features_;
  FeatureSupport support_;
  TargetModel targets_;
  ValueModel values_model_;
  Exploration exploration_;
  PlaceCounts places_;
  Scouting scouting_;
  LinkStore links_;
  PageRecords records_;
  FrontierHeap frontier_;
  std::uint64_t worth_ = 0;      ///< of all links
  std::vector<UrlId> rotation_;  ///< the frontier, in the order of rescoring
  std::size_t turn_ = 0;
  std::vector<ReadPage> open_;  ///< their links are being considered, nested
  std::vector<ReadPage> read_;  ///< all considered; what is fetched with them is not all in
  std::vector<Flight> flights_;

  // Not part of the state: made anew for each page or on demand.
  SourceFacts source_;
  std::vector<PathFacts> paths_;
  LinkFeatureSet described_;
  std::vector<ChildValue> children_;
};

/// The label that a value is learnt as, and back.
double label_of_value(double value);
double value_of_label(double label);

}  // namespace tagtrail
