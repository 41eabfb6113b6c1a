// The topic that the user asks policy `trail` for (Config::about): how far each link is about it,
// by its words, its address and where it stands, with words weighing less the more links have them.
#pragma once

#include <vector>

#include "features/link_features.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/policy.hpp"
#include "tagtrail/topic_words.hpp"

namespace tagtrail {

class Topic {
 public:
  /// `about`: that TopicWords::parse() takes; empty: no topic, everything is about it.
  explicit Topic(std::string_view about);

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

  /// How far a link that was added is about the topic by what is known of its words now: 0 to 1.
  double relevance(UrlId url) const;
  /// What a request for it counts if it is a file: what is not about the topic waits until the rest
  /// has come. 1 without a topic.
  double gain(UrlId url) const { return is_set() ? gain_of(relevance(url)) : 1; }
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
  static double gain_of(double relevance);
  void add_features(TopicMatch match, LinkFeatureSet& described) const;

  TopicWords words_;
  TopicMatch page_;                   ///< what the links that are being added have from their page
  std::vector<std::uint64_t> links_;  ///< TopicMatch, by URL
  std::uint64_t met_ = 0;
  std::vector<std::uint64_t> having_;  ///< of the links met, by word
};

}  // namespace tagtrail
