#include "tagtrail/training.hpp"

#include <algorithm>

#include "critic/ache_model.hpp"
#include "critic/form_structure.hpp"
#include "critic/link_words.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kFolds = 5;

/// Each case by a classifier that has learnt from the other folds. `learn(cases)` gives a function
/// from a case to a class; the class of a case is `label_of(case)`. Classes without a case do not
/// count.
template <typename Case, typename Learn, typename LabelOf>
TrainedPart cross_validated(const std::vector<Case>& cases, std::size_t classes, const Learn& learn,
                            const LabelOf& label_of) {
  TrainedPart part;
  part.cases.assign(classes, 0);
  for (const Case& one : cases) ++part.cases[label_of(one)];
  std::uint64_t folds = kFolds;
  for (const std::uint64_t count : part.cases) {
    if (count > 0) folds = std::min(folds, count);
  }
  part.check.counts.assign(classes, std::vector<std::uint64_t>(classes));
  if (folds < 2) return part;
  part.check.folds = folds;
  std::vector<std::uint64_t> fold_of;
  std::vector<std::uint64_t> seen(classes);
  for (const Case& one : cases) fold_of.push_back(seen[label_of(one)]++ % folds);
  for (std::uint64_t fold = 0; fold < folds; ++fold) {
    std::vector<Case> others;
    for (std::size_t at = 0; at < cases.size(); ++at) {
      if (fold_of[at] != fold) others.push_back(cases[at]);
    }
    const auto judge = learn(others);
    for (std::size_t at = 0; at < cases.size(); ++at) {
      if (fold_of[at] == fold) ++part.check.counts[label_of(cases[at])][judge(cases[at])];
    }
  }
  return part;
}

WordBayes learn_words(const std::vector<WordCase>& cases, std::size_t most) {
  return WordBayes(2, frequent_words(cases, most), cases);
}

TrainedPart check_words(const std::vector<WordCase>& cases, std::size_t most,
                        const WordBayes& model) {
  TrainedPart part = cross_validated(
      cases, 2,
      [&](const std::vector<WordCase>& others) {
        return [fold = learn_words(others, most)](const WordCase& one) {
          return fold.probabilities(one.words)[1] > 0.5 ? std::size_t{1} : std::size_t{0};
        };
      },
      [](const WordCase& one) { return one.label; });
  part.size = model.words().size();
  return part;
}

TrainedPart check_tree(const std::vector<NumberCase>& cases, const DecisionTree& tree) {
  const auto label_of = [](const NumberCase& one) { return std::size_t{one.wanted ? 1U : 0U}; };
  TrainedPart part = cross_validated(
      cases, 2,
      [](const std::vector<NumberCase>& others) {
        return [fold = learn_decision_tree(others)](const NumberCase& one) {
          return std::size_t{fold.wants(one.values) ? 1U : 0U};
        };
      },
      label_of);
  part.size = static_cast<std::uint64_t>(
      std::count_if(tree.nodes.begin(), tree.nodes.end(),
                    [](const DecisionTree::Node& node) { return node.is_leaf(); }));
  return part;
}

template <typename Thing>
Expected<bool> has_both(const std::array<std::vector<Thing>, 2>& cases, const char* what) {
  if (cases[0].empty() && cases[1].empty()) return false;
  if (!cases[0].empty() && !cases[1].empty()) return true;
  return fail(ErrorCode::invalid_argument,
              std::string("there are no ") + what +
                  (cases[1].empty() ? " that are wanted" : " of the other kind") +
                  ": a classifier needs examples of both");
}

template <typename Thing, typename WordsOf>
std::vector<WordCase> word_cases(const std::array<std::vector<Thing>, 2>& things,
                                 const WordsOf& words_of) {
  std::vector<WordCase> cases;
  for (std::size_t label = 0; label < 2; ++label) {
    for (const Thing& thing : things[label]) cases.push_back({words_of(thing), label});
  }
  return cases;
}

/// Trains a classifier of words into `model`.
template <typename Thing, typename WordsOf>
Expected<std::optional<TrainedPart>> train_words(const std::array<std::vector<Thing>, 2>& things,
                                                 const char* what, std::size_t most,
                                                 const WordsOf& words_of,
                                                 std::optional<WordBayes>& model) {
  if (!TRY(has_both(things, what))) return std::nullopt;
  const std::vector<WordCase> cases = word_cases(things, words_of);
  model = learn_words(cases, most);
  if (model->words().empty()) {
    return fail(ErrorCode::invalid_argument,
                std::string("no word occurs in two of the ") + what + ": give more examples");
  }
  return check_words(cases, most, *model);
}

Expected<std::optional<TrainedPart>> train_tree(const std::array<std::vector<Form>, 2>& forms,
                                                std::optional<DecisionTree>& model) {
  if (!TRY(has_both(forms, "forms"))) return std::nullopt;
  std::vector<NumberCase> cases;
  for (std::size_t label = 0; label < 2; ++label) {
    for (const Form& form : forms[label]) {
      const FormStructure structure = structure_of(form);
      cases.push_back({{structure.begin(), structure.end()}, label == 1});
    }
  }
  model = learn_decision_tree(cases);
  return check_tree(cases, *model);
}

Expected<std::optional<TrainedPart>> train_links(const std::vector<LinkCase>& links,
                                                 const TrainingLimits& limits,
                                                 std::optional<WordBayes>& model) {
  if (links.empty()) return std::nullopt;
  std::vector<ache::PathLink> cases;
  for (const LinkCase& link : links) {
    if (link.distance >= limits.levels) continue;
    cases.push_back({ache::link_words(link.url, link.anchor, link.around), link.distance});
  }
  const auto label_of = [](const ache::PathLink& one) { return one.distance; };
  const ache::Selection selection{limits.features, limits.subwords};
  const auto learn = [&](const std::vector<ache::PathLink>& some) {
    return ache::learn_distances(some, limits.levels, selection);
  };
  TrainedPart part = cross_validated(
      cases, limits.levels,
      [&](const std::vector<ache::PathLink>& others) {
        return [fold = learn(others)](const ache::PathLink& one) -> std::size_t {
          return ache::level_of(fold, one.words).distance;
        };
      },
      label_of);
  if (limits.levels == 0 || part.cases[0] == 0) {
    return fail(ErrorCode::invalid_argument, "no link is known that leads to a result");
  }
  model = learn(cases);
  part.size = model->words().size();
  return part;
}

}  // namespace

double CrossValidation::accuracy() const {
  std::uint64_t right = 0;
  std::uint64_t all = 0;
  for (std::size_t is = 0; is < counts.size(); ++is) {
    right += counts[is][is];
    for (const std::uint64_t count : counts[is]) all += count;
  }
  return all == 0 ? 0 : static_cast<double>(right) / static_cast<double>(all);
}

Expected<Training> train_ache(const TrainingCases& cases, const TrainingLimits& limits) {
  AcheModel model;
  Training training;
  training.pages =
      TRY(train_words(cases.pages, "pages", limits.page_words, page_words, model.pages));
  training.forms = TRY(train_tree(cases.forms, model.forms));
  training.domain_forms = TRY(train_words(cases.domain_forms, "forms of the domain",
                                          limits.form_words, form_words, model.form_texts));
  training.links = TRY(train_links(cases.links, limits, model.links));
  if (!training.pages && !training.forms && !training.domain_forms && !training.links) {
    return fail(ErrorCode::invalid_argument, "there is nothing to learn from");
  }
  training.model = ache_model_to_json(model);
  TRY(check_ache_model(training.model));
  return training;
}

Expected<void> check_ache_model(std::string_view model) {
  TRY(parse_ache_model(model));
  return {};
}

}  // namespace tagtrail
