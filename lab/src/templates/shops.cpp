// A web of many hosts, some of which describe what they show for machines: the ground of crawlers
// for structured data.
//
// Assumed: a host for 120 texts, of 15 or more, many few and few many (Lomax, shape 1.5, at most 20
// means), in 3 to 7 sections of equal size: products, events, recipes (whose pages can have markup)
// and articles (which have none), as likely as 3 : 2 : 1 : 4. Hosts stand in neighbourhoods of 20.
// A host writes markup or does not: in the web of 27 % it does with 0.66, in that of 3 % with
// 0.043, twice as likely in every other neighbourhood, and not at all in as much of the others;
// then 95 of 100 of its pages that can have markup do, else 1 of 100. Syntax by host: Microdata 5,
// RDFa 2, Microformats 1, JSON-LD 2 of 10. A section's URLs say what it has in 3 of 4 hosts (two
// words for each), else "page" or "view"; texts are named by words or by a number, by host. Lists
// have 20 texts, a text links to 3 of its section and to 1 other host on average: of its
// neighbourhood in 6 of 10, else of any, the first ones more; to the home page or to a text, as
// likely. The first host lists 30 others; every home page links to 2 that nobody else need know.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "generated/spread.hpp"
#include "templates/family.hpp"
#include "templates/prose.hpp"

namespace tagtrail::host::templates {
namespace {

using generated::mix;

enum ShopKind : std::uint32_t {
  kHostHome,   ///< host
  kHostList,   ///< host, section, page
  kHostText,   ///< host, section, number
  kHostAbout,  ///< host
};
enum class Subject : std::uint8_t { product, event, recipe, article };
enum class Syntax : std::uint8_t { microdata, rdfa, microformats, json_ld };

constexpr std::uint32_t kTextsOfHost = 120;
constexpr std::uint32_t kFewestTexts = 15;
constexpr std::uint32_t kHostsTogether = 20;
constexpr std::uint32_t kListed = 20;
constexpr std::uint32_t kHubLinks = 30;

struct SubjectLook {
  std::string_view type;  ///< of schema.org
  std::array<std::string_view, 2> words;
};
constexpr std::array<SubjectLook, 4> kSubjects{{{"Product", {"products", "shop"}},
                                                {"Event", {"events", "calendar"}},
                                                {"Recipe", {"recipes", "kitchen"}},
                                                {"Article", {"news", "blog"}}}};
constexpr std::array<std::string_view, 2> kNeutralWords{"page", "view"};

class Shops final : public Family {
 public:
  Shops(std::uint32_t texts, std::uint64_t seed, double share)
      : seed_(seed),
        share_(share),
        hosts_(std::max<std::uint32_t>(kHostsTogether, texts / kTextsOfHost)) {}

  std::string path(const Ref& ref) const override;
  Reply answer(const Ref& ref, Sheet& sheet) const override;

 private:
  /// A number that hangs on nothing but these.
  std::uint64_t roll(std::uint64_t a, std::uint64_t b, std::uint64_t what) const {
    return mix(mix(seed_, a), mix(b, what));
  }
  double chance(std::uint64_t a, std::uint64_t b, std::uint64_t what) const {
    return static_cast<double>(roll(a, b, what) >> 11U) / 9007199254740992.0;
  }
  static std::uint64_t text_id(const Ref& ref) { return (std::uint64_t{ref.b} << 32U) | ref.c; }

  std::uint32_t sections(std::uint32_t host) const {
    return 3 + static_cast<std::uint32_t>(roll(host, 0, 1) % 5);
  }
  std::uint32_t texts_of_section(std::uint32_t host) const;
  Subject subject(std::uint32_t host, std::uint32_t section) const;
  bool writes_markup(std::uint32_t host) const;
  Syntax syntax(std::uint32_t host) const;
  bool has_markup(const Ref& text) const;
  std::string section_word(std::uint32_t host, std::uint32_t section) const;
  Ref elsewhere(std::uint32_t host, std::uint64_t drawn) const;
  std::string title(const Ref& ref) const;

  void frame(const Ref& ref, Sheet& sheet) const;
  void home(const Ref& ref, Sheet& sheet) const;
  void list(const Ref& ref, Sheet& sheet) const;
  void write_text(const Ref& ref, Sheet& sheet) const;
  std::string marked_up(const Ref& ref, const std::string& name, const std::string& words) const;

  std::uint64_t seed_;
  double share_;  ///< of hosts that write markup
  std::uint32_t hosts_;
  Prose prose_;
};

std::uint32_t Shops::texts_of_section(std::uint32_t host) const {
  constexpr double kShape = 1.5;
  constexpr double kMean = kTextsOfHost - kFewestTexts;
  const double scale = kMean * (kShape - 1);
  const double drawn = scale * (std::pow(1 - chance(host, 0, 2), -1 / kShape) - 1);
  const auto texts =
      kFewestTexts + static_cast<std::uint32_t>(std::min(drawn, 20.0 * kTextsOfHost));
  return std::max<std::uint32_t>(1, texts / sections(host));
}

Subject Shops::subject(std::uint32_t host, std::uint32_t section) const {
  const std::uint64_t drawn = roll(host, section, 3) % 10;
  if (drawn < 3) return Subject::product;
  if (drawn < 5) return Subject::event;
  return drawn < 6 ? Subject::recipe : Subject::article;
}

bool Shops::writes_markup(std::uint32_t host) const {
  const bool rich = (host / kHostsTogether) % 2 == 0;
  const double poor = std::max(0.0, 2 * share_ - 1);
  return chance(host, 0, 4) < (rich ? std::min(1.0, 2 * share_) : poor);
}

Syntax Shops::syntax(std::uint32_t host) const {
  const std::uint64_t drawn = roll(host, 0, 5) % 10;
  if (drawn < 5) return Syntax::microdata;
  if (drawn < 7) return Syntax::rdfa;
  return drawn < 8 ? Syntax::microformats : Syntax::json_ld;
}

bool Shops::has_markup(const Ref& text) const {
  if (subject(text.a, text.b) == Subject::article) return false;
  return chance(text.a, text_id(text), 6) < (writes_markup(text.a) ? 0.95 : 0.01);
}

std::string Shops::section_word(std::uint32_t host, std::uint32_t section) const {
  const std::uint64_t drawn = roll(host, section, 7);
  const bool telling = roll(host, 0, 8) % 4 != 0;
  const auto& words = telling ? kSubjects.at(static_cast<std::size_t>(subject(host, section))).words
                              : kNeutralWords;
  return fmt::format("{}{}", words.at(drawn % 2), section + 1);
}

std::string Shops::path(const Ref& ref) const {
  const std::string origin = fmt::format("http://{}{}.example", Prose::word(ref.a % 5000), ref.a);
  const bool by_query = roll(ref.a, 0, 9) % 5 == 0;
  switch (ref.kind) {
    case kHostList: {
      const std::string page = ref.c == 0 ? "" : fmt::format("?page={}", ref.c + 1);
      return fmt::format("{}/{}/{}", origin, section_word(ref.a, ref.b), page);
    }
    case kHostText: {
      const std::string section = section_word(ref.a, ref.b);
      if (by_query) return fmt::format("{}/{}?id={}", origin, section, ref.c + 1);
      const bool numbered = roll(ref.a, 0, 10) % 2 == 0;
      if (numbered) return fmt::format("{}/{}/{}.html", origin, section, ref.c + 1);
      std::string slug = title(ref);
      std::replace(slug.begin(), slug.end(), ' ', '-');
      return fmt::format("{}/{}/{}-{}", origin, section, slug, ref.c + 1);
    }
    case kHostAbout:
      return origin + "/about";
    default:
      return origin + "/";
  }
}

std::string Shops::title(const Ref& ref) const {
  return prose_.heading(roll(ref.a, text_id(ref), 11),
                        static_cast<std::uint32_t>(subject(ref.a, ref.b)), 3);
}

/// A home page or a text of another host.
Ref Shops::elsewhere(std::uint32_t host, std::uint64_t drawn) const {
  const std::uint32_t first = host / kHostsTogether * kHostsTogether;
  const std::uint32_t near = std::min(kHostsTogether, hosts_ - first);
  const double any = static_cast<double>(mix(drawn, 1) >> 11U) / 9007199254740992.0;
  const std::uint32_t other = drawn % 10 < 6
                                  ? first + static_cast<std::uint32_t>(mix(drawn, 2) % near)
                                  : static_cast<std::uint32_t>(any * any * hosts_);
  if (mix(drawn, 3) % 2 == 0) return {kHostHome, other, 0, 0};
  const auto section = static_cast<std::uint32_t>(mix(drawn, 4) % sections(other));
  const auto text = static_cast<std::uint32_t>(mix(drawn, 5) % texts_of_section(other));
  return {kHostText, other, section, text};
}

Reply Shops::answer(const Ref& ref, Sheet& sheet) const {
  frame(ref, sheet);
  if (ref.kind == kHostHome) home(ref, sheet);
  if (ref.kind == kHostList) list(ref, sheet);
  if (ref.kind == kHostText) write_text(ref, sheet);
  if (ref.kind == kHostAbout) {
    sheet.element("h1", "About us");
    sheet.element("p", prose_.text(roll(ref.a, 0, 12), 9, 80));
  }
  return {};
}

/// The beginning of each page, with a menu. Class names are the host's own.
void Shops::frame(const Ref& ref, Sheet& sheet) const {
  sheet.open("html");
  sheet.open("head");
  sheet.element("title", ref.kind == kHostText ? title(ref) : Prose::word(ref.a % 5000));
  sheet.close();
  sheet.open("body");
  sheet.open(fmt::format("div.{}-nav", Prose::word(ref.a % 300)));
  sheet.link({kHostHome, ref.a, 0, 0}, "Home");
  for (std::uint32_t section = 0; section < sections(ref.a); ++section) {
    sheet.link({kHostList, ref.a, section, 0}, section_word(ref.a, section));
  }
  sheet.link({kHostAbout, ref.a, 0, 0}, "About");
  sheet.close();
  sheet.open(fmt::format("div#{}", Prose::word(ref.a % 200 + 300)));
}

void Shops::home(const Ref& ref, Sheet& sheet) const {
  sheet.element("p", prose_.text(roll(ref.a, 0, 13), 9, 60));
  sheet.open("ul.partners");
  for (std::uint32_t other = 2 * ref.a + 1; other <= 2 * ref.a + 2; ++other) {
    sheet.open("li");
    sheet.link({kHostHome, other % hosts_, 0, 0}, Prose::word(other % 5000));
    sheet.close();
  }
  for (std::uint32_t at = 0; ref.a == 0 && at < kHubLinks; ++at) {
    sheet.open("li");
    const auto other = static_cast<std::uint32_t>(roll(0, at, 14) % hosts_);
    sheet.link({kHostHome, other, 0, 0}, Prose::word(other % 5000));
    sheet.close();
  }
  sheet.close();
}

void Shops::list(const Ref& ref, Sheet& sheet) const {
  const std::uint32_t all = texts_of_section(ref.a);
  const std::uint32_t end = std::min(all, (ref.c + 1) * kListed);
  sheet.element("h1", section_word(ref.a, ref.b));
  sheet.open("ul.items");
  for (std::uint32_t text = ref.c * kListed; text < end; ++text) {
    const Ref to{kHostText, ref.a, ref.b, text};
    sheet.open("li");
    sheet.link(to, title(to));
    sheet.close();
  }
  sheet.close();
  if (end < all) sheet.link({kHostList, ref.a, ref.b, ref.c + 1}, "Next", "a.next");
}

void Shops::write_text(const Ref& ref, Sheet& sheet) const {
  const std::uint64_t id = roll(ref.a, text_id(ref), 15);
  const std::string words = prose_.text(id, static_cast<std::uint32_t>(subject(ref.a, ref.b)), 60);
  if (has_markup(ref)) {
    sheet.raw(marked_up(ref, title(ref), words));
  } else {
    sheet.element("h1", title(ref));
    sheet.element("p", words);
  }
  const std::uint32_t all = texts_of_section(ref.a);
  sheet.open("div.related");
  for (std::uint64_t at = 0; at < 3 && all > 1; ++at) {
    const Ref to{kHostText, ref.a, ref.b, static_cast<std::uint32_t>(mix(id, at) % all)};
    sheet.link(to, title(to));
  }
  sheet.close();
  sheet.open("p.links");
  for (std::uint64_t at = 0; at < mix(id, 9) % 3; ++at) {
    const Ref to = elsewhere(ref.a, mix(id, 20 + at));
    sheet.link(to, to.kind == kHostText ? title(to) : Prose::word(to.a % 5000));
  }
  sheet.close();
}

/// Names and texts are words: nothing in them is to be escaped.
std::string Shops::marked_up(const Ref& ref, const std::string& name,
                             const std::string& words) const {
  const std::string_view type = kSubjects.at(static_cast<std::size_t>(subject(ref.a, ref.b))).type;
  switch (syntax(ref.a)) {
    case Syntax::microdata:
      return fmt::format(
          "<div itemscope itemtype=\"http://schema.org/{}\"><h1 itemprop=\"name\">{}</h1>"
          "<p itemprop=\"description\">{}</p></div>",
          type, name, words);
    case Syntax::rdfa:
      return fmt::format(
          "<div vocab=\"http://schema.org/\" typeof=\"{}\"><h1 property=\"name\">{}</h1>"
          "<p property=\"description\">{}</p></div>",
          type, name, words);
    case Syntax::microformats:
      return fmt::format(
          "<div class=\"h-{}\"><h1 class=\"p-name\">{}</h1><p class=\"p-summary\">{}</p></div>",
          type == "Product" ? "product"
          : type == "Event" ? "event"
                            : "recipe",
          name, words);
    case Syntax::json_ld:
      break;
  }
  return fmt::format(
      "<script type=\"application/ld+json\">{{\"@context\": \"https://schema.org\", "
      "\"@type\": \"{}\", \"name\": \"{}\"}}</script><h1>{}</h1><p>{}</p>",
      type, name, name, words);
}

}  // namespace

std::unique_ptr<Family> make_shops(std::uint32_t texts, std::uint64_t seed) {
  return std::make_unique<Shops>(texts, seed, 0.66);
}

std::unique_ptr<Family> make_rare_shops(std::uint32_t texts, std::uint64_t seed) {
  return std::make_unique<Shops>(texts, seed, 0.043);
}

}  // namespace tagtrail::host::templates
