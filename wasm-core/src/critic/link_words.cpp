#include "critic/link_words.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "words/text_stems.hpp"

namespace tagtrail::ache {
namespace {

constexpr std::array<std::string_view, 3> kSpaces{"url ", "anchor ", "around "};

using Frequencies = std::map<std::string, std::uint64_t, std::less<>>;
using Ranked = std::vector<std::pair<std::string, std::uint64_t>>;

/// Most frequent first, equally frequent ones in alphabetical order.
Ranked ranked(const Frequencies& frequencies) {
  Ranked words(frequencies.begin(), frequencies.end());
  std::stable_sort(words.begin(), words.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return words;
}

void merge_subwords(Frequencies& frequencies, std::size_t subwords) {
  Ranked words = ranked(frequencies);
  const std::size_t merged = std::min(subwords, words.size());
  for (std::size_t at = 0; at < merged; ++at) {
    const std::string& word = words[at].first;
    for (const auto& [other, frequency] : words) {
      if (other != word && other.find(word) != std::string::npos) frequencies[word] += frequency;
    }
  }
}

template <typename Chosen, typename WordOf>
WordSet among(const LinkWords& link, const Chosen& chosen, const WordOf& word_of) {
  WordSet found;
  for (const auto& entry : chosen) {
    const std::string_view word = word_of(entry);
    for (std::size_t space = 0; space < kSpaces.size(); ++space) {
      if (!word.starts_with(kSpaces[space])) continue;
      const std::string_view stem = word.substr(kSpaces[space].size());
      const WordSet& stems = link.spaces[space];
      const bool has = std::any_of(stems.begin(), stems.end(), [&](const std::string& one) {
        return space == 0 ? one.find(stem) != std::string::npos : one == stem;
      });
      if (has) found.emplace_back(word);
      break;
    }
  }
  return found;
}

}  // namespace

LinkWords link_words(std::string_view url, std::string_view anchor, std::string_view around) {
  return {{url_stems(url), text_stems(anchor), text_stems(around)}};
}

WordSet chosen_words(const std::vector<PathLink>& links, std::size_t levels,
                     const Selection& selection) {
  WordSet chosen;
  for (std::size_t level = 0; level < levels; ++level) {
    for (std::size_t space = 0; space < kSpaces.size(); ++space) {
      Frequencies frequencies;
      for (const PathLink& link : links) {
        if (link.distance != level) continue;
        for (const std::string& word : link.words.spaces[space]) ++frequencies[word];
      }
      if (space == 0) merge_subwords(frequencies, selection.subwords);
      Ranked words = ranked(frequencies);
      words.resize(std::min(words.size(), selection.features));
      for (const auto& [word, frequency] : words) {
        chosen.push_back(std::string(kSpaces[space]) + word);
      }
    }
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

Level level_of(const WordBayes& classifier, const LinkWords& link) {
  const WordSet words = among(link, classifier.words(),
                              [](const auto& entry) { return std::string_view(entry.first); });
  const auto probabilities = classifier.probabilities(words);
  const auto most = std::max_element(probabilities.begin(), probabilities.end());
  // Never more than 1, whatever the sum was rounded to.
  return {static_cast<std::uint32_t>(most - probabilities.begin()), std::min(*most, 1.0)};
}

WordBayes learn_distances(const std::vector<PathLink>& links, std::size_t levels,
                          const Selection& selection) {
  const WordSet words = chosen_words(links, levels, selection);
  std::vector<WordCase> cases;
  cases.reserve(links.size());
  for (const PathLink& link : links) {
    cases.push_back({words_among(link.words, words), link.distance});
  }
  return WordBayes(levels, words, cases);
}

WordSet words_among(const LinkWords& link, const WordSet& chosen) {
  return among(link, chosen, [](const std::string& word) { return std::string_view(word); });
}

}  // namespace tagtrail::ache
