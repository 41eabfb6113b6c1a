// What `ache` is trained with before a crawl: classifiers of pages and forms, learnt from labelled
// ones, and how well they do (docs/policies.md, "ache").
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/error.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

/// A link on a path to a result.
struct LinkCase {
  std::string url;
  std::string anchor;
  std::string around;        ///< text around it
  std::size_t distance = 0;  ///< 0: it leads to the result itself; 1: to a page with such a link
};

/// Labelled cases; `[1]` has those that are wanted. A classifier is learnt where there are any.
struct TrainingCases {
  std::array<std::vector<Page>, 2> pages;         ///< on topic: title and text count
  std::array<std::vector<Form>, 2> forms;         ///< searchable, whatever they are about
  std::array<std::vector<Form>, 2> domain_forms;  ///< about the wanted things, by their text
  std::vector<LinkCase> links;
};

/// How cases were judged by classifiers that had not learnt from them.
struct CrossValidation {
  std::uint64_t folds = 0;                         ///< 0: too few cases, nothing was tried
  std::vector<std::vector<std::uint64_t>> counts;  ///< [what it is][what was said]

  double accuracy() const;
};

/// How a classifier came about.
struct TrainedPart {
  std::vector<std::uint64_t> cases;  ///< by class: others and wanted ones, or by distance
  std::uint64_t size = 0;            ///< its words, or the leaves of its tree
  CrossValidation check;
};

struct Training {
  std::string model;  ///< a model file: Config::ache
  std::optional<TrainedPart> pages;
  std::optional<TrainedPart> forms;
  std::optional<TrainedPart> domain_forms;
  std::optional<TrainedPart> links;
};

/// The most frequent words of pages count, and of the texts of forms, so many of each.
struct TrainingLimits {
  std::uint32_t page_words = 500;
  std::uint32_t form_words = 300;
  std::uint32_t levels = 3;  ///< distances of links that are told apart; further links are ignored
  std::uint32_t features = 20;  ///< words of links, of each distance and feature space
  std::uint32_t subwords = 20;  ///< words of URLs that are looked for in longer ones
};

/// Learns from all cases, and apart from that cross-validates in five folds, or as many as
/// the rarest class has cases; words are chosen anew in each. Errors: invalid_argument (no case
/// of a class, no cases at all, no link at distance 0, words that occur once only), too_large (the
/// model).
Expected<Training> train_ache(const TrainingCases& cases, const TrainingLimits& limits = {});

/// Whether it is a model file. Errors: invalid_argument, too_large.
Expected<void> check_ache_model(std::string_view model);

}  // namespace tagtrail
