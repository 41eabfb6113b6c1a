// The model: which signs a link shows, and what they add up to.
#include <algorithm>
#include <array>
#include <optional>

#include "acting/word_list.hpp"
#include "tagtrail/acting.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kShownWord = 40;
/// What says `delete` in few words is a command; in many it is a title.
constexpr std::ptrdiff_t kFewWords = 3;
/// Beginnings that stand for themselves in the value of an action's key: `deletecomment`.
constexpr std::size_t kLongEnough = 5;

constexpr auto kPageExtensions = std::to_array<std::string_view>({"html", "htm", "xhtml", "shtml"});

template <typename Words>
bool is_any(std::string_view text, const Words& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

std::ptrdiff_t word_count(std::string_view words) {
  return words.empty() ? 0 : std::count(words.begin(), words.end(), ' ') + 1;
}
/// Its last words are one of the phrases, with little before them.
bool ends_with_any(std::string_view words, const Phrases& phrases) {
  if (word_count(words) > kFewWords) return false;
  for (std::string_view rest = words;;) {
    if (phrases.contains(rest)) return true;
    const std::size_t space = rest.find(' ');
    if (space == std::string_view::npos) return false;
    rest.remove_prefix(space + 1);
  }
}

bool starts_with_word(std::string_view words, const Phrases& phrases) {
  return std::any_of(phrases.begin(), phrases.end(), [&](const std::string& phrase) {
    return phrase.size() >= kLongEnough && phrase.find(' ') == std::string::npos &&
           words.starts_with(phrase);
  });
}

/// `17`, `2f9e...`, `item-17`: names one thing of many.
bool is_identifier(std::string_view segment) {
  if (segment.empty()) return false;
  const auto digits = std::count_if(segment.begin(), segment.end(), is_digit);
  const bool hex = std::all_of(segment.begin(), segment.end(), [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == '-';
  });
  return static_cast<std::size_t>(digits) == segment.size() ||
         (hex && digits >= 2 && segment.size() >= 8);
}

/// `bug_stick_token`, `ChallengeToken`. Others let somebody read: `access_token`,
/// `X-Amz-Security-Token`, or lead to the next part: `resumptionToken`.
bool is_named_token(std::string_view key) {
  constexpr auto kTokens = std::to_array<std::string_view>({"token", "nonce", "csrf"});
  constexpr auto kReading = std::to_array<std::string_view>(
      {"access", "share", "download", "page", "next", "continuation", "view", "preview", "public",
       "api", "auth", "sync", "cursor", "file", "read", "feed", "resumption", "x"});
  return word_count(key) > 1 && is_any(last_word(key), kTokens) &&
         !is_any(first_word(key), kReading);
}

/// Gathers signs; the strongest counts, and two kinds of doubt are none.
class Signs {
 public:
  void add(ActStrength strength, ActSign sign, std::string_view word) {
    if (strength == ActStrength::doubtful && act_.strength == strength && act_.sign != sign) {
      act_.strength = ActStrength::sure;
      return;
    }
    if (strength <= act_.strength) return;
    act_ = {strength, sign, std::string(utf8_prefix(word, kShownWord))};
  }
  bool any() const { return act_.strength != ActStrength::none; }
  Act take() { return std::move(act_); }

 private:
  Act act_;
};

struct Address {
  std::vector<std::string> segments;  ///< words; of the last without its extension
  std::vector<std::pair<std::string, std::string>> query;  ///< words of keys and values
  std::size_t last = 0;     ///< the last segment that is no identifier; segments.size() if none
  bool identified = false;  ///< an identifier stands beside it
  bool names_file = false;  ///< by its extension
  bool names_page = false;  ///< by its extension, too: a document, not a command
  bool downloads = false;   ///< a segment says that something is fetched
};

void read_path(std::string_view path, std::string_view extension, Address& address) {
  std::vector<bool> identifiers;
  while (!path.empty()) {
    path.remove_prefix(1);
    std::string_view segment = path.substr(0, path.find('/'));
    path.remove_prefix(segment.size());
    if (segment.empty()) continue;
    if (path.empty() && !extension.empty()) segment.remove_suffix(extension.size() + 1);
    const std::string decoded = percent_decode(segment);
    identifiers.push_back(is_identifier(decoded));
    address.segments.push_back(words_of_name(decoded));
  }
  address.last = address.segments.size();
  for (std::size_t i = address.segments.size(); i-- > 0;) {
    if (!identifiers[i]) {
      address.last = i;
      break;
    }
  }
  const auto is_identifier_at = [&](std::size_t i) {
    return i < identifiers.size() && identifiers[i];
  };
  address.identified = is_identifier_at(address.last + 1) ||
                       (address.last > 0 && is_identifier_at(address.last - 1));
  for (const std::string& words : address.segments) {
    const std::string_view first = first_word(words);
    for (const std::string_view word : {"download", "downloads", "export", "file", "files", "media",
                                        "attachment", "attachments", "fetch"}) {
      address.downloads = address.downloads || first == word || last_word(words) == word;
    }
  }
}

std::string decoded_words(std::string_view text) {
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.end(), '+', ' ');
  return words_of_name(percent_decode(spaced));
}

void read_query(std::string_view query, Address& address) {
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find_first_of("&;"));
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
    const std::size_t equals = pair.find('=');
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view{} : pair.substr(equals + 1);
    std::string key = decoded_words(pair.substr(0, equals));
    if (!key.empty()) address.query.emplace_back(std::move(key), decoded_words(value));
  }
}

Address read_address(std::string_view key) {
  Address address;
  const UrlParts parts = split_url(key);
  const std::string extension = url_extension(key);
  const bool program = is_program_extension(extension);
  const std::string_view mime = mime_of_extension(extension);
  address.names_page = is_any(extension, kPageExtensions);
  address.names_file = !program && !address.names_page && !mime.empty() && !is_html(mime);
  const bool known = program || address.names_page || address.names_file;
  read_path(parts.path, known ? std::string_view(extension) : std::string_view{}, address);
  read_query(parts.query, address);
  return address;
}

bool is_pair(std::string_view first, std::string_view second) {
  const ActingWords& words = acting_words();
  return (words.things.contains(first) && words.verbs.contains(second)) ||
         (words.verbs.contains(first) && words.things.contains(second));
}

void judge_path(const Address& address, bool marked, Signs& signs) {
  const ActingWords& words = acting_words();
  const auto found = [&](ActStrength strength, std::string_view word) {
    signs.add(strength, ActSign::path, word);
  };
  for (const std::string& segment : address.segments) {
    if (words.leave.contains(segment)) {
      found(address.names_page ? ActStrength::doubtful : ActStrength::sure, segment);
    } else if (ends_with_any(segment, words.leave)) {
      found(ActStrength::doubtful, segment);
    }
  }
  // A document about deleting is no command.
  if (address.names_page || address.last >= address.segments.size()) return;
  const std::string_view segment = address.segments[address.last];
  const bool addressed = address.identified || !address.query.empty();
  if (words.acts(segment)) return found(ActStrength::sure, segment);
  const std::string_view before =
      address.last > 0 ? std::string_view(address.segments[address.last - 1]) : std::string_view{};
  if (words.things.contains(last_word(before)) && words.verbs.contains(segment)) {
    return found(ActStrength::sure, segment);
  }
  if (word_count(segment) == 2 && is_pair(first_word(segment), last_word(segment))) {
    return found(ActStrength::sure, segment);
  }
  if (words.vague.contains(segment)) return found(ActStrength::doubtful, segment);
  if (!addressed && !marked) return;
  const bool command = word_count(segment) > 1 && word_count(segment) <= kFewWords &&
                       (words.acts(first_word(segment)) || words.acts(last_word(segment)));
  if (command || words.sign.contains(segment)) found(ActStrength::doubtful, segment);
}

ActStrength strength_of_action(std::string_view value) {
  const ActingWords& words = acting_words();
  if (words.acts(value) || words.vague.contains(value)) return ActStrength::sure;
  if (starts_with_word(value, words.destroy) || starts_with_word(value, words.judge) ||
      starts_with_word(value, words.leave) || words.vague.contains(first_word(value)) ||
      value.starts_with("spam") || value.starts_with("trash")) {
    return ActStrength::sure;
  }
  const std::string_view first = first_word(value);
  const bool acts = words.sign.contains(first) || words.values.contains(first) ||
                    ends_with_any(value, words.destroy);
  return acts ? ActStrength::doubtful : ActStrength::none;
}

void judge_query(const Address& address, Signs& signs) {
  const ActingWords& words = acting_words();
  for (const auto& [key, value] : address.query) {
    if (words.search_keys.contains(key)) continue;
    if (words.tokens.contains(key)) {
      if (!value.empty()) signs.add(ActStrength::doubtful, ActSign::token, key);
    } else if (words.weak_tokens.contains(key) || is_named_token(key)) {
      const bool fetches = address.names_file || address.downloads || value.empty();
      if (!fetches) signs.add(ActStrength::doubtful, ActSign::token, key);
    } else if (words.action_keys.contains(key)) {
      signs.add(strength_of_action(value), ActSign::query, value);
    } else if (words.leave.contains(key) || words.order.contains(key)) {
      signs.add(ActStrength::sure, ActSign::query, key);
    } else if (words.acts(key)) {
      signs.add(ActStrength::doubtful, ActSign::query, key);
    } else if (words.leave.contains(value)) {
      signs.add(ActStrength::sure, ActSign::query, value);
    } else if (words.acts(value) || ends_with_any(value, words.leave)) {
      signs.add(ActStrength::doubtful, ActSign::query, value);
    }
  }
}

/// The row of commands below an entry: `Edit | Delete`.
bool is_in_action_row(const LinkObservation& link) {
  std::string_view rest = link.around;
  bool acts = false;
  unsigned parts = 0;
  while (!rest.empty()) {
    const std::size_t end = rest.find('|');
    const std::string words = plain_words(rest.substr(0, end));
    if (word_count(words) > kFewWords) return false;
    acts = acts || acting_words().acts(words);
    ++parts;
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
  return acts && parts > 1;
}

void judge_text(const LinkObservation& link, bool commanding, Signs& signs) {
  const ActingWords& words = acting_words();
  const std::string text = plain_words(link.anchor);
  if (words.leave.contains(text) || (commanding && words.acts(text))) {
    signs.add(ActStrength::doubtful, ActSign::text, text);
  }
}

/// `js-modal-confirm`, `confirmation-link`.
bool asks_first(std::string_view name) {
  return name.starts_with("confirm") || name.find(" confirm") != std::string_view::npos;
}

/// Class and id of the link itself.
void judge_names(const LinkObservation& link, Signs& signs) {
  const ActingWords& words = acting_words();
  const std::string_view path = link.tag_path;
  std::string_view token = path.substr(std::min(path.rfind('/') + 1, path.size()));
  const std::size_t marked = token.find_first_of(".#");
  if (marked == std::string_view::npos) return;
  token.remove_prefix(marked);
  while (!token.empty()) {
    const std::string_view raw = token.substr(0, token.find_first_of(" #"));
    token.remove_prefix(std::min(raw.size() + 1, token.size()));
    const std::string name = words_of_name(raw);
    const bool glued =
        std::any_of(words.destroy.begin(), words.destroy.end(), [&](const std::string& phrase) {
          return phrase.size() > kLongEnough && std::string_view(name).ends_with(phrase);
        });
    if (asks_first(name)) signs.add(ActStrength::doubtful, ActSign::confirmation, {});
    if (words.classes.contains(name) || words.leave.contains(name) ||
        words.acts(first_word(name)) || (glued && word_count(name) == 1) ||
        words.acts(last_word(name))) {
      signs.add(ActStrength::doubtful, ActSign::names, name);
    }
  }
}

void judge_marks(const LinkObservation& link, Signs& signs) {
  if ((link.hints & link_hint::kOtherMethod) != 0) {
    signs.add(ActStrength::doubtful, ActSign::method, {});
  }
  if ((link.hints & link_hint::kConfirms) != 0) {
    signs.add(ActStrength::doubtful, ActSign::confirmation, {});
  }
}

bool is_nofollow(const LinkObservation& link) {
  return (" " + ascii_lower(link.rel) + " ").find(" nofollow ") != std::string::npos;
}

}  // namespace

Act assess_link(const LinkObservation& link) {
  // A menu's "Log out" with a script behind it leads to the page that it stands on.
  if (link.written.starts_with('#')) return {};
  const Address address = read_address(link.url);
  Signs signs;
  const bool row = is_in_action_row(link);
  const bool marked = link.hints != 0 || row || is_nofollow(link);
  if (!address.names_file) judge_path(address, marked, signs);
  judge_query(address, signs);
  judge_marks(link, signs);
  if (!address.names_file) {
    const bool commanding =
        marked || address.identified || (!address.query.empty() && !address.names_page);
    judge_text(link, commanding, signs);
    judge_names(link, signs);
    if ((link.hints & link_hint::kSign) != 0) signs.add(ActStrength::doubtful, ActSign::names, {});
  }
  return signs.take();
}

Act assess_url(std::string_view key) {
  const Address address = read_address(key);
  Signs signs;
  if (!address.names_file) judge_path(address, false, signs);
  judge_query(address, signs);
  return signs.take();
}

bool ends_session(std::string_view key) {
  const Address address = read_address(key);
  const ActingWords& words = acting_words();
  const auto leaves = [&](std::string_view text) {
    return words.leave.contains(text) || ends_with_any(text, words.leave);
  };
  if (!address.names_file &&
      std::any_of(address.segments.begin(), address.segments.end(), leaves)) {
    return true;
  }
  return std::any_of(address.query.begin(), address.query.end(), [&](const auto& pair) {
    if (words.search_keys.contains(pair.first)) return false;
    return leaves(pair.second) || words.leave.contains(pair.first) || pair.first == "reauth";
  });
}

bool merely_buys(const Act& act) {
  return act.strength != ActStrength::none && acting_words().order.contains(act.word);
}

std::string to_words(const Act& act) {
  const std::string quoted = act.word.empty() ? std::string{} : " \"" + act.word + "\"";
  switch (act.sign) {
    case ActSign::none:
      return "it was taken for one that acts";
    case ActSign::path:
    case ActSign::query:
      return "its address says" + quoted;
    case ActSign::token:
      return "its address has a one-time token," + quoted;
    case ActSign::text:
      return "its text says" + quoted;
    case ActSign::names:
      return act.word.empty() ? "its icon or its label says so" : "the page calls it" + quoted;
    case ActSign::confirmation:
      return "the page asks for a confirmation first";
    case ActSign::method:
      return "the page sends it as a command";
    case ActSign::administration:
      return "it leads into the site's administration," + quoted;
    case ActSign::tail:
      return "its address ends in" + quoted + " behind what names one thing of many";
    case ActSign::row:
      return act.word.empty() ? "it is a sign without a text, in every row of a list"
                              : "every row of a list has it," + quoted + ", beside others";
    case ActSign::state:
      return "its address sets" + quoted;
    case ActSign::handler:
      return "a script of the page handles it";
    case ActSign::beside:
      return "it stands beside one that acts," + quoted;
    case ActSign::returned:
      return "it or one like it led back to its own page, and may have changed something";
    case ActSign::traced:
      return "one like it has changed something, as a page told" + quoted;
  }
  return {};
}

}  // namespace tagtrail
