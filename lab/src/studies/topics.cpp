#include "studies/topics.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>

#include "tagtrail/code_points.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/random.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kLeastFiles = 5;
constexpr std::size_t kMostFiles = 60;
constexpr std::size_t kMostShare = 4;     // of all files: one in so many
constexpr std::size_t kLeastLetters = 4;  // of a word
constexpr std::size_t kTitleWords = 40;   // that make pairs

void add_words(std::set<std::string>& words, const std::string& plain) {
  for (std::size_t begin = 0; begin < plain.size();) {
    const std::size_t end = std::min(plain.find(' ', begin), plain.size());
    words.insert(plain.substr(begin, end - begin));
    begin = end + 1;
  }
}

std::string name_of(const std::string& url) {
  const std::string_view path = split_url(url).path;
  std::string_view name = path.substr(path.rfind('/') + 1);
  name = name.substr(0, name.rfind('.'));
  return words_of_name(to_valid_utf8(percent_decode(name)));
}

bool may_be_topic(const std::string& word) {
  return std::none_of(word.begin(), word.end(), is_digit) &&
         code_points(word).size() >= kLeastLetters;
}

using Files = std::vector<std::size_t>;  ///< indices, ascending

/// Of each title the words that may be a topic's.
std::vector<std::vector<std::string>> telling_words(const std::vector<FileTitle>& titles) {
  std::map<std::string, std::size_t> files_with;
  for (const FileTitle& title : titles) {
    for (const std::string& word : title.words) ++files_with[word];
  }
  std::vector<std::vector<std::string>> telling(titles.size());
  for (std::size_t file = 0; file < titles.size(); ++file) {
    for (const std::string& word : titles[file].words) {
      const bool everywhere = files_with[word] * kMostShare > titles.size();
      const bool too_rare = files_with[word] < kLeastFiles;
      if (everywhere || too_rare || !may_be_topic(word)) continue;
      if (telling[file].size() < kTitleWords) telling[file].push_back(word);
    }
  }
  return telling;
}

/// Whether they have half of the files of the smaller or more in common.
bool overlap(const Files& a, const Files& b) {
  Files both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return 2 * both.size() >= std::min(a.size(), b.size());
}

}  // namespace

std::vector<FileTitle> file_titles(
    const std::vector<std::string>& files, const std::vector<std::string>& pages,
    const std::function<std::optional<Page>(const std::string&)>& read) {
  std::unordered_map<std::string, std::set<std::string>> words;
  for (const std::string& file : files) add_words(words[file], name_of(file));
  for (const std::string& url : pages) {
    const auto page = read(url);
    if (!page) continue;
    for (const LinkObservation& link : page->links) {
      const auto file = words.find(link.url);
      if (file != words.end()) add_words(file->second, plain_words(link.anchor));
    }
  }
  std::vector<FileTitle> titles;
  for (const std::string& file : files) {
    titles.push_back({file, {words[file].begin(), words[file].end()}});
  }
  return titles;
}

std::vector<Topic> draw_topics(const std::vector<FileTitle>& titles, std::size_t most,
                               std::uint64_t seed) {
  std::map<std::string, Files> by_words;
  const auto telling = telling_words(titles);
  for (std::size_t file = 0; file < titles.size(); ++file) {
    for (auto first = telling[file].begin(); first != telling[file].end(); ++first) {
      for (auto second = first + 1; second != telling[file].end(); ++second) {
        by_words[*first + " " + *second].push_back(file);
      }
    }
  }
  std::vector<std::pair<std::string, Files>> candidates;
  std::set<Files> known;
  for (const auto& [words, files] : by_words) {
    const bool fits = files.size() >= kLeastFiles && files.size() <= kMostFiles &&
                      files.size() * kMostShare <= titles.size();
    if (fits && known.insert(files).second) candidates.emplace_back(words, files);
  }
  Random random(seed);
  for (std::size_t left = candidates.size(); left > 1; --left) {
    std::swap(candidates[left - 1], candidates[static_cast<std::size_t>(random.below(left))]);
  }
  std::vector<Topic> topics;
  std::vector<Files> drawn;
  for (const auto& [words, files] : candidates) {
    if (topics.size() == most) break;
    const bool repeats =
        std::any_of(drawn.begin(), drawn.end(),
                    [&files = files](const Files& other) { return overlap(files, other); });
    if (repeats) continue;
    drawn.push_back(files);
    Topic& topic = topics.emplace_back();
    topic.words = words;
    for (const std::size_t file : files) topic.files.push_back(titles[file].url);
    std::sort(topic.files.begin(), topic.files.end());
  }
  return topics;
}

}  // namespace tagtrail::host
