// The topic that the user asks policy `trail` for (Config::about): how far each link is about it,
// by its words, its address and where it stands, with words weighing less the more links have them;
// and by the tables that came by links like it, where files are looked into.
#pragma once

#include <vector>

#include "features/link_features.hpp"
#include "learn/slot_table.hpp"
#include "learn/target_model.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/policy.hpp"
#include "tagtrail/topic_words.hpp"

namespace tagtrail {

class Topic {
 public:
  /// `about`: that TopicWords::parse() takes; empty: no topic, everything is about it.
  explicit Topic(std::string_view about);
  Topic(const Topic&) = delete;  // the model borrows the table
  Topic& operator=(const Topic&) = delete;

  bool is_set() const { return words_.size() > 0; }

  /// The links that are added next stand on a page of this title; `link` led there, if it is one
  /// that was added.
  void open_page(std::string_view title, UrlId link);
  /// A link that was met: its words count from now on, and it gets features of how far it is about
  /// the topic.
  void add(UrlId url, const LinkView& link, LinkFeatureSet& described);
  /// The same of a link that stays unknown; gives its gain.
  double describe(std::string_view key, const LinkObservation& link,
                  LinkFeatureSet& described) const;
  /// A file came whose tables have these words (Response::table_words), by a link that was added
  /// with these features. No words: it was not looked into, or has no tables, and tells nothing.
  void learn(UrlId url, const LinkSlots& link, std::string_view table_words);

  /// How far a link that was added is about the topic by what is known of its words now, and of
  /// its tables if it brought some: 0 to 1.
  double relevance(UrlId url) const;
  /// The same of the tables that it may lead to, by those that came by links like it: 0 until one
  /// about the topic came.
  double promised(const LinkSlots& link) const;
  /// What a request for it counts if it is a file: what is not about the topic waits until the rest
  /// has come. Where tables are looked at, one of each list is to show what the others are about,
  /// and those that are least like all that came go first. 1 without a topic.
  double gain(UrlId url, const LinkSlots& link) const;
  /// What it counts as a file for the page that it was found on. Where there are files there may be
  /// some about the topic, so that those which are not count a little.
  double gain_of_page(UrlId url) const;

  /// What the features promise before anything was learnt: a slot and the mean of its label.
  struct Promise {
    FeatureSlot slot = 0;
    float label = 0;
  };
  static std::vector<Promise> promises();

  /// Nothing without a topic.
  void save(ByteWriter& out) const;
  /// False when malformed.
  bool load(ByteReader& in, UrlId urls);

 private:
  TopicMatch match(std::string_view key, const LinkObservation& link) const;
  double weight(std::size_t word) const;
  double relevance_of(TopicMatch match) const;
  double gain_of(double relevance, const LinkSlots& link) const;
  void add_features(TopicMatch match, LinkFeatureSet& described) const;

  TopicWords words_;
  TopicMatch page_;                   ///< what the links that are being added have from their page
  std::vector<std::uint64_t> links_;  ///< TopicMatch, by URL
  std::uint64_t met_ = 0;
  std::vector<std::uint64_t> having_;     ///< of the links met, by word
  std::uint64_t tables_ = 0;              ///< files whose tables have words
  std::vector<std::uint64_t> in_tables_;  ///< of these, by word
  bool has_promise_ = false;              ///< one of them was about the topic
  /// What came by the links of one list.
  struct OfList {
    std::uint32_t tables = 0;
    float about = 0;  ///< how far they were about the topic, added up
    bool operator==(const OfList&) const = default;
  };
  const OfList* list_of(const LinkSlots& link) const;
  SlotTable<OfList> lists_;
  FeatureTable features_;  ///< of links that brought tables, as a model of its own
  TargetModel about_{features_, &FeatureRow::target, false};
};

}  // namespace tagtrail
