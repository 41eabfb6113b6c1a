#include "fetch/robots.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kRobotsBytes = 500 * 1024;

enum class Key { user_agent, allow, disallow, crawl_delay, sitemap, other };

struct KeyName {
  std::string_view name;
  Key key;
};

/// The keys and the misspellings of them that are common enough for other crawlers to accept.
constexpr auto kKeys = std::to_array<KeyName>({{"user-agent", Key::user_agent},
                                               {"useragent", Key::user_agent},
                                               {"user agent", Key::user_agent},
                                               {"allow", Key::allow},
                                               {"disallow", Key::disallow},
                                               {"dissallow", Key::disallow},
                                               {"dissalow", Key::disallow},
                                               {"disalow", Key::disallow},
                                               {"diasllow", Key::disallow},
                                               {"disallaw", Key::disallow},
                                               {"crawl-delay", Key::crawl_delay},
                                               {"crawldelay", Key::crawl_delay},
                                               {"crawl delay", Key::crawl_delay},
                                               {"sitemap", Key::sitemap},
                                               {"site-map", Key::sitemap}});

Key key_of(std::string_view text) {
  const std::string name = ascii_lower(trim(text));
  const auto found = std::find_if(kKeys.begin(), kKeys.end(),
                                  [&](const KeyName& entry) { return entry.name == name; });
  return found == kKeys.end() ? Key::other : found->key;
}

struct Line {
  Key key = Key::other;
  std::string_view value;
};

/// `key: value`, or `key value` where the colon was forgotten.
Line parse_line(std::string_view text) {
  text = trim(text.substr(0, text.find('#')));
  const std::size_t colon = text.find(':');
  const std::size_t separator = colon == std::string_view::npos ? text.find_first_of(" \t") : colon;
  if (separator == std::string_view::npos) return {};
  const std::string_view value = trim(text.substr(separator + 1));
  // More than two words without a colon are prose.
  const bool prose =
      colon == std::string_view::npos && value.find_first_of(" \t") != std::string_view::npos;
  return {prose ? Key::other : key_of(text.substr(0, separator)), value};
}

/// The letters, '_' and '-' that `text` starts with, lower-case: "Tagtrail/0.1" -> "tagtrail".
std::string product_token(std::string_view text) {
  const auto end = std::find_if(text.begin(), text.end(), [](char c) {
    return !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-');
  });
  return ascii_lower(text.substr(0, static_cast<std::size_t>(end - text.begin())));
}

bool names_everyone(std::string_view agent) {
  return agent.starts_with('*') && (agent.size() == 1 || agent[1] == ' ' || agent[1] == '\t');
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_unreserved(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

void append_escaped(std::string& out, unsigned char byte) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  out.push_back('%');
  out.push_back(kHex[byte >> 4U]);
  out.push_back(kHex[byte & 0xFU]);
}

/// One spelling for equal paths: unreserved characters plain, reserved ones as they are, all others
/// as upper-case escapes. `*` and `$`, which mean something in patterns, are escaped when they
/// stand for themselves; in a pattern, `*` always and `$` at the end keep their meaning.
std::string normalize(std::string_view text, bool pattern) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool escape = byte == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 &&
                        hex_digit(text[i + 2]) >= 0;
    if (escape) {
      const auto decoded =
          static_cast<unsigned char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
      i += 2;
      if (is_unreserved(decoded)) {
        out.push_back(static_cast<char>(decoded));
      } else {
        append_escaped(out, decoded);
      }
    } else if (pattern && (byte == '*' || (byte == '$' && i + 1 == text.size()))) {
      out.push_back(text[i]);
    } else if (is_unreserved(byte) ||
               std::string_view("/?#[]@!&'()+,;=:%").find(text[i]) != std::string_view::npos) {
      out.push_back(text[i]);
    } else {
      append_escaped(out, byte);
    }
  }
  return out;
}

struct RawRule {
  std::string pattern;
  bool allow;
};

/// What the groups for one agent say, merged.
struct Group {
  bool present = false;
  std::vector<RawRule> rules;
  std::optional<double> crawl_delay;
};

class Parser {
 public:
  explicit Parser(std::string_view agent) : agent_(product_token(agent)) {}

  void take(const Line& line) {
    switch (line.key) {
      case Key::user_agent:
        take_agent(line.value);
        break;
      case Key::allow:
      case Key::disallow:
        rules_begun_ = true;
        take_rule(line.value, line.key == Key::allow);
        break;
      case Key::crawl_delay:
        take_delay(line.value);
        break;
      case Key::sitemap:
        take_sitemap(line.value);
        break;
      case Key::other:
        break;
    }
  }

  const Group& group() const { return own_.present ? own_ : everyone_; }
  std::vector<std::string> take_sitemaps() { return std::move(sitemaps_); }

 private:
  void take_agent(std::string_view value) {
    // Agents in a row share the rules that follow; after a rule, an agent begins a new group. Other
    // records end no group (RFC 9309, 2.2.4): a Crawl-delay is of the agents right above it.
    if (rules_begun_) in_own_ = in_everyone_ = rules_begun_ = false;
    if (delay_begun_) delayed_own_ = delayed_everyone_ = delay_begun_ = false;
    if (!in_own_ && !in_everyone_) delayed_own_ = delayed_everyone_ = false;
    if (names_everyone(value)) {
      in_everyone_ = delayed_everyone_ = everyone_.present = true;
    } else if (!agent_.empty() && product_token(value) == agent_) {
      in_own_ = delayed_own_ = own_.present = true;
    }
  }

  void take_sitemap(std::string_view value) {
    if (!value.empty() && known_sitemaps_.emplace(value).second) sitemaps_.emplace_back(value);
  }

  void take_rule(std::string_view value, bool allow) {
    if (value.empty()) return;
    std::string pattern = normalize(value, true);
    // "Disallow: private" is plainly meant for /private.
    if (!pattern.starts_with('/') && !pattern.starts_with('*'))
      pattern.insert(pattern.begin(), '/');
    if (in_own_) own_.rules.push_back({pattern, allow});
    if (in_everyone_) everyone_.rules.push_back({std::move(pattern), allow});
  }

  void take_delay(std::string_view value) {
    double seconds = 0;
    const char* end = value.data() + value.size();
    const auto [rest, error] = std::from_chars(value.data(), end, seconds);
    if (error != std::errc{} || !std::isfinite(seconds) || seconds < 0) return;
    if (rest != end && *rest != ' ' && *rest != '\t') return;
    delay_begun_ = true;
    if (rules_begun_ ? in_own_ : delayed_own_) {
      own_.crawl_delay = std::max(own_.crawl_delay.value_or(0), seconds);
    }
    if (rules_begun_ ? in_everyone_ : delayed_everyone_) {
      everyone_.crawl_delay = std::max(everyone_.crawl_delay.value_or(0), seconds);
    }
  }

  std::string agent_;
  Group own_;
  Group everyone_;
  std::vector<std::string> sitemaps_;
  std::set<std::string> known_sitemaps_;
  bool in_own_ = false;
  bool in_everyone_ = false;
  bool rules_begun_ = false;
  bool delayed_own_ = false;       ///< the next Crawl-delay is ours
  bool delayed_everyone_ = false;  ///< ... or everyone's
  bool delay_begun_ = false;
};

}  // namespace

Robots Robots::parse(std::string_view text, std::string_view agent) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (text.size() > kRobotsBytes) {
    // A line cut short would say something else: "Disallow: /" of "Disallow: /private".
    text = text.substr(0, kRobotsBytes);
    const std::size_t last = text.find_last_of("\r\n");
    text = text.substr(0, last == std::string_view::npos ? 0 : last);
  }
  Parser parser(agent);
  while (!text.empty()) {
    const std::size_t end = text.find_first_of("\r\n");
    parser.take(parse_line(text.substr(0, end)));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  Robots robots;
  for (const RawRule& rule : parser.group().rules) {
    robots.rules_.add(rule.pattern, rule.allow);
  }
  robots.rules_.finish();
  robots.crawl_delay_ = parser.group().crawl_delay;
  robots.sitemaps_ = parser.take_sitemaps();
  return robots;
}

Robots Robots::allow_all() { return {}; }

Robots Robots::disallow_all() {
  Robots robots;
  robots.rules_.add("/", false);
  robots.rules_.finish();
  return robots;
}

bool Robots::allows(std::string_view path_and_query) const {
  const std::string path = normalize(path_and_query.empty() ? "/" : path_and_query, false);
  if (path == "/robots.txt") return true;
  return rules_.allow(path);
}

}  // namespace tagtrail::host
