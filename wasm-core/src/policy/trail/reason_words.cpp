#include "policy/trail/reason_words.hpp"

#include "policy/shown_text.hpp"
#include "policy/words.hpp"

namespace tagtrail {
namespace {

constexpr double kWorthNaming = 0.05;  // files a request; less is no reason
constexpr std::uint64_t kSectionTries = 2;
constexpr double kLikely = 0.5;     // P(fruitless) that is told
constexpr double kMostWords = 0.5;  // relevance of what is fetched with its page
constexpr double kFewWords = 0.005;
constexpr double kFarAbove = 2;  // what is expected, over what such pages brought themselves

/// "https://a.example/data/x" is in "/data/"; empty for pages at the root.
std::string_view section_of(std::string_view url) {
  const std::size_t host = url.find("://");
  const std::size_t begin = host == url.npos ? url.npos : url.find('/', host + 3);
  if (begin == url.npos) return {};
  const std::size_t end = url.substr(0, url.find_first_of("?#")).find('/', begin + 1);
  return end == url.npos ? std::string_view{} : url.substr(begin, end + 1 - begin);
}

std::string quoted(std::string_view shown) {
  std::string text = "'";
  return text.append(shown).append("'");
}

double files_a_page(const Place& place) {
  return place.tries == 0 ? 0 : place.files / static_cast<double>(place.tries);
}

std::string place_words(const LinkCase& link) {
  const std::string path = short_tag_path(link.tag_path);
  const std::string links = path.empty() ? "links like it" : "links in " + quoted(path);
  if (link.list.tries == 0) return links + " have not been tried yet";
  const std::string unit(link.unit);
  const std::string over = " over " + counted(link.list.tries, "page");
  if (link.list.files <= 0) return links + " have brought nothing themselves" + over;
  return links + " have brought " + shown_amount(files_a_page(link.list)) + " " + unit + " a page" +
         over;
}

/// The feature as this link has it.
std::string feature_words(FeatureKind kind, const LinkCase& link) {
  if (kind == FeatureKind::anchor) {
    const std::string anchor = shown_text(link.anchor, kShownCharacters);
    return anchor.empty() ? "having no text" : "the anchor " + quoted(anchor);
  }
  if (kind == FeatureKind::depth) return "its depth of " + std::to_string(link.depth);
  return std::string(feature_name(kind));
}

std::string added_words(const LinkCase& link) {
  // What all links have in common is no reason for one.
  constexpr auto kBias = static_cast<std::size_t>(FeatureKind::bias);
  std::size_t most = kBias;
  std::size_t least = kBias;
  for (std::size_t kind = 0; kind < kFeatureKinds; ++kind) {
    if (kind == kBias) continue;
    if (link.added[kind] > (most == kBias ? kWorthNaming : link.added[most])) most = kind;
    if (link.added[kind] < (least == kBias ? -kWorthNaming : link.added[least])) least = kind;
  }
  std::string text;
  if (most != kBias) {
    text += "; " + feature_words(static_cast<FeatureKind>(most), link) + " adds " +
            shown_amount(link.added[most]);
  }
  if (least != kBias) {
    text += most == kBias ? "; " : ", ";
    text += feature_words(static_cast<FeatureKind>(least), link) + " takes " +
            shown_amount(-link.added[least]) + " away";
  }
  return text;
}

std::string section_words(const LinkCase& link) {
  const Place& section = link.section;
  if (section.tries < kSectionTries || section.failures < section.tries) return {};
  const std::string name = shown_text(section_of(link.url), kShownCharacters);
  const std::string subject = name.empty() ? "the top of the site" : "its section " + name;
  return "; " + subject + " has brought nothing so far in " + counted(section.tries, "page");
}

std::string translation_words(const LinkCase& link) {
  if (link.translations <= kWorthNaming) return {};
  return "; the same page in another language adds " + shown_amount(link.translations);
}

std::string fruitless_words(const LinkCase& link) {
  if (link.fruitless < kLikely) return {};
  return "; it is likely to bring nothing, as links like it have (probability " +
         two_decimals(link.fruitless) + ")";
}

std::string exploration_words(const LinkCase& link) {
  if (link.exploration <= link.expected) return {};
  std::string text = link.list.tries == 0 ? "; tried because it is a new kind of link"
                                          : "; tried to know more of such links";
  if (link.alike_waiting == 0) return text;
  return text + ": " + std::to_string(link.alike_waiting) +
         (link.alike_waiting == 1 ? " other like it waits" : " others like it wait");
}

}  // namespace

std::string_view feature_name(FeatureKind kind) {
  static constexpr std::array<std::string_view, kFeatureKinds> kNames{
      "its address",
      "its text",
      "the heading above it",
      "its place on pages like this",
      "its extension in such places",
      "its list on this page",
      "the page it stands on",
      "its depth",
      "files found on its page",
      "what all links share",
      "the words of the topic"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string relevance_words(double relevance, double promised) {
  const std::string_view has = relevance >= kMostWords ? "has the words of the topic"
                               : relevance > kFewWords ? "has some words of the topic"
                                                       : "has no words of the topic";
  std::string words = std::string(has) + " (relevance " + two_decimals(relevance) + ")";
  if (promised <= relevance || promised <= kFewWords) return words;
  return words + ", but tables that came by links like it have (" + two_decimals(promised) + ")";
}

std::string reason_words(const LinkCase& link) {
  std::string text = place_words(link);
  if (!link.about.empty()) text = "it " + link.about + "; " + text;
  const bool explores = link.exploration > link.expected;
  if (!explores && link.list.tries > 0 && link.expected > kWorthNaming &&
      link.expected > kFarAbove * files_a_page(link.list)) {
    text += ", but this one promises " + shown_amount(link.expected) + " a request";
  }
  return text + added_words(link) + translation_words(link) + section_words(link) +
         fruitless_words(link) + exploration_words(link);
}

}  // namespace tagtrail
