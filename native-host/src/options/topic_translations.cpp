#include "options/topic_translations.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <optional>

#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/topic_words.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMostOfWord = 6;
constexpr std::size_t kMostOfPhrase = 3;
constexpr std::size_t kLongestPhrase = 3;           // words
constexpr std::size_t kMostHeadBytes = 200;         // npos is more
constexpr std::size_t kMostEntryBytes = 16 * 1024;  // of an entry that is read
constexpr std::uint64_t kMostText = 1UL << 30U;     // of a dictionary
constexpr std::size_t kMostTranslationBytes = 40;

/// Languages that FreeDict has in Debian: by ISO 639-1, and as its files name them.
constexpr auto kLanguages = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"af", "afr"}, {"ar", "ara"}, {"br", "bre"}, {"cs", "ces"}, {"cy", "cym"}, {"da", "dan"},
     {"de", "deu"}, {"el", "ell"}, {"en", "eng"}, {"eo", "epo"}, {"es", "spa"}, {"fr", "fra"},
     {"ga", "gle"}, {"gd", "gla"}, {"hi", "hin"}, {"hr", "hrv"}, {"hu", "hun"}, {"is", "isl"},
     {"it", "ita"}, {"ja", "jpn"}, {"ku", "kur"}, {"la", "lat"}, {"lt", "lit"}, {"mk", "mkd"},
     {"nl", "nld"}, {"no", "nor"}, {"oc", "oci"}, {"pl", "pol"}, {"pt", "por"}, {"ru", "rus"},
     {"sk", "slk"}, {"sl", "slv"}, {"sr", "srp"}, {"sv", "swe"}, {"sw", "swh"}, {"tr", "tur"}});

tl::unexpected<Error> refuse(const std::string& why) {
  return fail(ErrorCode::invalid_argument, why);
}

Expected<std::string> language(std::string_view code) {
  for (const auto& [two, three] : kLanguages) {
    if (code == two || code == three) return std::string(three);
  }
  return refuse(
      fmt::format("'{}' is not a language that FreeDict has; for example: de, fr, pl", code));
}

struct Pair {
  std::string name;  ///< `es`, as asked for
  std::string from;
  std::string to;
};

Expected<std::vector<Pair>> pairs_in(std::string_view languages) {
  std::vector<Pair> pairs;
  while (!languages.empty()) {
    const std::size_t end = std::min(languages.size(), languages.find(','));
    const std::string_view asked = trim(languages.substr(0, end));
    languages.remove_prefix(std::min(languages.size(), end + 1));
    if (asked.empty()) continue;
    const std::size_t dash = asked.find('-');
    Pair pair;
    pair.name = asked;
    pair.from = TRY(language(dash == asked.npos ? "en" : asked.substr(0, dash)));
    pair.to = TRY(language(dash == asked.npos ? asked : asked.substr(dash + 1)));
    if (pair.from == pair.to) return refuse(fmt::format("'{}' is one language", asked));
    pairs.push_back(std::move(pair));
  }
  if (pairs.empty()) return refuse("no language; for example: de,fr");
  return pairs;
}

/// A number as dictd writes it: digits of base 64, the highest first.
std::optional<std::uint64_t> number_of(std::string_view digits) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::uint64_t number = 0;
  if (digits.empty() || digits.size() > 8) return std::nullopt;
  for (const char digit : digits) {
    const std::size_t value = kDigits.find(digit);
    if (value == kDigits.npos) return std::nullopt;
    number = number * kDigits.size() + value;
  }
  return number;
}

struct Place {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
};

/// `headword<TAB>begin<TAB>size`
std::optional<Place> place_in(std::string_view fields) {
  const std::size_t tab = fields.find('\t');
  if (tab == fields.npos) return std::nullopt;
  const std::string_view rest = fields.substr(tab + 1);
  const auto begin = number_of(fields.substr(0, tab));
  const auto size = number_of(rest.substr(0, rest.find('\t')));
  if (!begin || !size || *begin > kMostText) return std::nullopt;
  return Place{*begin, std::min<std::uint64_t>(*size, kMostEntryBytes)};
}

/// What stands in brackets (kinds of words, fields) as one '<' each.
std::string without_remarks(std::string_view line) {
  constexpr std::string_view kOpening = "<[({";
  constexpr std::string_view kClosing = ">])}";
  std::string rest;
  std::size_t depth = 0;
  for (const char c : line) {
    const bool opens = kOpening.find(c) != kOpening.npos;
    if (depth == 0) rest += opens ? '<' : c;
    if (opens) ++depth;
    if (depth > 0 && kClosing.find(c) != kClosing.npos) --depth;
  }
  return rest;
}

/// Of plain_words().
bool has_letter(std::string_view plain) {
  return plain.find_first_not_of("0123456789 ") != plain.npos;
}

/// One of those between commas: the word, before remarks, abbreviations and how it sounds. Empty:
/// it is several words, or none.
std::string_view one_word(std::string_view said) {
  said.remove_prefix(std::min(said.size(), said.find_first_not_of(" <")));
  const std::string_view word = trim(said.substr(0, said.find_first_of("</")));
  const bool is_one = word.size() <= kMostTranslationBytes &&
                      word.find_first_of(" |\t") == word.npos && has_letter(plain_words(word));
  return is_one ? word : std::string_view();
}

/// `1. Bezirk, Gegend` and `II. czynsz` without the number.
std::string_view without_number(std::string_view line) {
  const std::size_t dot = line.find_first_not_of("0123456789IVX");
  if (dot == line.npos || dot == 0 || line[dot] != '.') return line;
  return trim(line.substr(dot + 1));
}

/// Examples, synonyms in the language of the word, and what else to look up.
bool is_beside(std::string_view line) {
  return line.starts_with('"') || line.starts_with("Synonym") || line.starts_with("see:") ||
         line.starts_with("Note:");
}

template <typename Use>
void each_translation(std::string_view entry, Use use) {
  entry.remove_prefix(std::min(entry.size(), entry.find('\n')));
  while (!entry.empty()) {
    entry.remove_prefix(1);
    const std::string_view line = trim(entry.substr(0, entry.find('\n')));
    entry.remove_prefix(std::min(entry.size(), entry.find('\n')));
    if (is_beside(line)) continue;
    const std::string said = without_remarks(line);
    std::string_view left = without_number(trim(said));
    while (!left.empty()) {
      const std::size_t end = std::min(left.size(), left.find_first_of(",;"));
      const std::string_view word = one_word(left.substr(0, end));
      left.remove_prefix(std::min(left.size(), end + 1));
      if (!word.empty()) use(word);
    }
  }
}

bool is_verb(std::string_view entry) {
  const std::string_view head = entry.substr(0, entry.find('\n'));
  return head.find("<v") != head.npos || head.find("<V") != head.npos;
}

/// A dictionary, of which the texts that are asked for are read.
class Dictionary {
 public:
  static Expected<Dictionary> open(const Pair& pair,
                                   const std::vector<std::filesystem::path>& folders) {
    const std::string name = fmt::format("freedict-{}-{}", pair.from, pair.to);
    for (const auto& folder : folders) {
      std::error_code missing;
      if (!std::filesystem::is_regular_file(folder / (name + ".index"), missing)) continue;
      return Dictionary(folder / name);
    }
    return fail(
        ErrorCode::missing_dependency,
        fmt::format("no dictionary for '{}': on Debian, apt install dict-{}", pair.name, name));
  }

  /// Where it has these headwords, which are as plain_words() gives them.
  Expected<void> find(const std::vector<std::string>& wanted) {
    std::ifstream index(stem_.string() + ".index", std::ios::binary);
    std::string line;
    const auto may_be_wanted = [&](char first) {
      if (static_cast<unsigned char>(first) >= 0x80) return true;
      return std::any_of(wanted.begin(), wanted.end(), [&](const std::string& head) {
        return head.starts_with(ascii_lower(first));
      });
    };
    while (std::getline(index, line)) {
      const std::size_t tab = line.find('\t');
      if (tab > kMostHeadBytes || !may_be_wanted(line.front())) continue;
      const std::string_view all = line;
      const std::string head = plain_words(all.substr(0, tab));
      if (std::find(wanted.begin(), wanted.end(), head) == wanted.end()) continue;
      if (const auto place = place_in(all.substr(tab + 1))) places_[head].push_back(*place);
    }
    if (index.bad()) return unreadable(".index");
    return read_entries();
  }

  /// The best translations of one: what most entries say first, verbs last.
  std::vector<std::string> best(const std::string& head, std::size_t most) const {
    struct Said {
      std::string word;
      double entries = 0;
    };
    std::vector<Said> said;
    const auto found = entries_.find(head);
    if (found == entries_.end()) return {};
    for (const std::string& entry : found->second) {
      each_translation(entry, [&](std::string_view word) {
        const auto known = std::find_if(said.begin(), said.end(),
                                        [&](const Said& one) { return one.word == word; });
        Said& one = known == said.end() ? said.emplace_back(Said{std::string(word)}) : *known;
        one.entries += is_verb(entry) ? kVerb : 1;
      });
    }
    std::stable_sort(said.begin(), said.end(),
                     [](const Said& a, const Said& b) { return a.entries > b.entries; });
    std::vector<std::string> best;
    for (Said& one : said) {
      if (best.size() < most) best.push_back(std::move(one.word));
    }
    return best;
  }

 private:
  static constexpr double kVerb = 1.0 / 1024;

  explicit Dictionary(std::filesystem::path stem) : stem_(std::move(stem)) {}

  tl::unexpected<Error> unreadable(std::string_view part) const {
    return fail(ErrorCode::invalid_data,
                fmt::format("{}{}: the dictionary can't be read", stem_.string(), part));
  }

  /// Packed or not, zlib reads both; going on is cheap, going back is not.
  Expected<void> read_entries() {
    const bool packed = std::filesystem::exists(stem_.string() + ".dict.dz");
    const std::string_view part = packed ? ".dict.dz" : ".dict";
    const std::unique_ptr<gzFile_s, int (*)(gzFile)> text(
        gzopen((stem_.string() + std::string(part)).c_str(), "rb"), gzclose);
    if (!text) return unreadable(part);
    std::vector<std::pair<Place, std::string>> all;
    for (const auto& [head, places] : places_) {
      for (const Place& place : places) all.emplace_back(place, head);
    }
    std::sort(all.begin(), all.end(),
              [](const auto& a, const auto& b) { return a.first.begin < b.first.begin; });
    for (const auto& [place, head] : all) {
      std::string entry(place.size, '\0');
      const bool there = gzseek(text.get(), static_cast<z_off_t>(place.begin), SEEK_SET) >= 0;
      if (!there || gzread(text.get(), entry.data(), static_cast<unsigned>(entry.size())) !=
                        static_cast<int>(entry.size())) {
        return unreadable(part);
      }
      entries_[head].push_back(to_valid_utf8(entry));
    }
    return {};
  }

  std::filesystem::path stem_;
  std::map<std::string, std::vector<Place>> places_{};
  std::map<std::string, std::vector<std::string>> entries_{};
};

/// A word of the topic with its forms.
struct TopicWord {
  std::string typed;
  std::string plain;
  std::vector<std::string> forms{};

  /// No form twice, in whatever case.
  void add(const std::vector<std::string>& more) {
    for (const std::string& form : more) {
      const auto same = [&](const std::string& one) {
        return plain_words(one) == plain_words(form);
      };
      if (plain_words(typed) == plain_words(form)) continue;
      if (std::none_of(forms.begin(), forms.end(), same)) forms.push_back(form);
    }
  }
};

std::vector<TopicWord> words_in(std::string_view about) {
  std::vector<TopicWord> words;
  while (!about.empty()) {
    const std::size_t end = std::min(about.size(), about.find_first_of(" \t\n\r\v\f"));
    const std::string_view typed = about.substr(0, end);
    about.remove_prefix(std::min(about.size(), end + 1));
    // Forms that the user wrote stay; the first is the word.
    std::string plain = plain_words(typed.substr(0, typed.find('|')));
    if (!typed.empty()) words.push_back({std::string(typed), std::move(plain)});
  }
  return words;
}

/// The word as it may stand in a dictionary: itself, and for an English plural its singular.
std::vector<std::string> headwords(const std::string& word, const Pair& pair) {
  std::vector<std::string> heads{word};
  if (pair.from != "eng" || word.size() < 4 || !word.ends_with('s')) return heads;
  if (word.ends_with("ies")) heads.push_back(word.substr(0, word.size() - 3) + 'y');
  if (word.ends_with("es")) heads.push_back(word.substr(0, word.size() - 2));
  heads.push_back(word.substr(0, word.size() - 1));
  return heads;
}

std::string phrase(const std::vector<TopicWord>& words, std::size_t from, std::size_t count) {
  std::string all;
  for (std::size_t at = from; at < from + count; ++at) {
    all += (all.empty() ? "" : " ") + words[at].plain;
  }
  return all;
}

template <typename Use>
void each_phrase(const std::vector<TopicWord>& words, Use use) {
  for (std::size_t count = 2; count <= kLongestPhrase; ++count) {
    for (std::size_t from = 0; from + count <= words.size(); ++from) {
      use(from, count, phrase(words, from, count));
    }
  }
}

Expected<void> translate(std::vector<TopicWord>& words, const Pair& pair,
                         const std::vector<std::filesystem::path>& folders,
                         std::vector<std::string>& untranslated) {
  auto dictionary = TRY(Dictionary::open(pair, folders));
  std::vector<std::string> wanted;
  for (const TopicWord& word : words) {
    for (std::string& head : headwords(word.plain, pair)) wanted.push_back(std::move(head));
  }
  each_phrase(words,
              [&](std::size_t, std::size_t, std::string all) { wanted.push_back(std::move(all)); });
  TRY(dictionary.find(wanted));
  for (TopicWord& word : words) {
    if (word.plain.empty() || TopicWords::says_nothing(word.plain)) continue;
    std::vector<std::string> found;
    for (const std::string& head : headwords(word.plain, pair)) {
      if (found.empty()) found = dictionary.best(head, kMostOfWord);
    }
    const bool is_word = word.plain.find_first_not_of("0123456789 ") != std::string::npos;
    if (found.empty() && is_word)
      untranslated.push_back(fmt::format("{} ({})", word.plain, pair.name));
    word.add(found);
  }
  each_phrase(words, [&](std::size_t from, std::size_t count, const std::string& all) {
    const auto found = dictionary.best(all, kMostOfPhrase);
    for (std::size_t at = from; at < from + count; ++at) {
      if (!TopicWords::says_nothing(words[at].plain)) words[at].add(found);
    }
  });
  return {};
}

}  // namespace

std::vector<std::filesystem::path> dictionary_folders() {
  const char* variable = std::getenv("XDG_DATA_DIRS");
  std::string_view left =
      variable == nullptr || *variable == '\0' ? "/usr/local/share:/usr/share" : variable;
  std::vector<std::filesystem::path> folders;
  while (!left.empty()) {
    const std::size_t end = std::min(left.size(), left.find(':'));
    if (end > 0) folders.push_back(std::filesystem::path(left.substr(0, end)) / "dictd");
    left.remove_prefix(std::min(left.size(), end + 1));
  }
  return folders;
}

Expected<TranslatedTopic> translate_topic(std::string_view about, std::string_view languages,
                                          const std::vector<std::filesystem::path>& folders) {
  const auto pairs = TRY(pairs_in(languages));
  TRY(TopicWords::parse(about));
  TranslatedTopic topic;
  auto words = words_in(about);
  for (const Pair& pair : pairs) TRY(translate(words, pair, folders, topic.untranslated));
  for (const TopicWord& word : words) {
    topic.about += (topic.about.empty() ? "" : " ") + word.typed;
    for (const std::string& form : word.forms) topic.about += "|" + form;
  }
  TRY(TopicWords::parse(topic.about));
  return topic;
}

}  // namespace tagtrail::host
