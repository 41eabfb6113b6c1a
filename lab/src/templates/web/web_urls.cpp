#include "templates/web/web_urls.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generated/spread.hpp"
#include "templates/prose.hpp"

namespace tagtrail::host::templates {
namespace {

using generated::mix;

enum Style : std::uint32_t { kNamed, kNumbered, kQueried, kPlain, kPlainQuery, kDated };

std::string slug_of(const std::string& title) {
  std::string slug = title;
  std::transform(slug.begin(), slug.end(), slug.begin(), [](char c) {
    const bool upper = c >= 'A' && c <= 'Z';
    return upper ? static_cast<char>(c - 'A' + 'a') : (c == ' ' ? '-' : c);
  });
  return slug;
}

}  // namespace

std::string WebUrls::host_name(std::uint32_t host) const {
  const WebHost& of = hosts_.at(host);
  const std::uint64_t drawn = mix(mix(seed_, host), 40);
  const bool tells = of.topic < kTopics && drawn % 2 == 0;
  const std::string_view topic = tells ? topics()[of.topic].words[mix(drawn, 1) % 6] : "";
  return fmt::format("{}{}{}", topic, Prose::word(static_cast<std::uint32_t>(mix(drawn, 2) % 3000)),
                     host);
}

std::string_view WebUrls::kind_word(std::uint32_t host, Kind kind) const {
  const auto& words = site_words(hosts_.at(host).language).kinds[static_cast<std::size_t>(kind)];
  return words[mix(mix(seed_, host), 41 + static_cast<std::uint64_t>(kind)) % words.size()];
}

std::string WebUrls::of(const Ref& ref, const std::string& title) const {
  const std::string www = mix(mix(seed_, ref.a), 42) % 2 == 0 ? "www." : "";
  const std::string origin = fmt::format("http://{}{}.example/", www, host_name(ref.a));
  constexpr std::array<std::string_view, 4> kOthers{"about", "contact", "help", "login"};
  switch (ref.kind) {
    case kWebList:
      return origin + of_list(ref);
    case kWebText:
      return origin + of_text(ref, title);
    case kWebOther:
      return origin + std::string(kOthers[ref.b]);
    case kWebForm:
      return origin + of_form(ref);
    case kWebDead:
      return fmt::format("{}old/{}", origin, ref.c);
    case kWebMoved:
      return fmt::format("{}go/{}", origin, ref.c);
    default:
      return origin;
  }
}

std::string WebUrls::of_text(const Ref& ref, const std::string& title) const {
  const WebHost& host = hosts_.at(ref.a);
  const WebHost::Section& section = host.sections[ref.b];
  const std::uint32_t number = 1000 + section.first + ref.c;
  const std::uint64_t drawn = mix(mix(seed_, ref.a), 100 + number);
  const Kind kind = drawn % 100 < 8 ? static_cast<Kind>(mix(drawn, 1) % kKinds) : section.kind;
  const std::string_view word = kind_word(ref.a, kind);
  switch (host.style) {
    case kNamed:
      return fmt::format("{}/{}-{}", word, slug_of(title), number);
    case kNumbered:
      return fmt::format("{}/{}.html", word, number);
    case kQueried:
      return fmt::format("{}.php?id={}", word, number);
    case kPlain:
      return fmt::format("node/{}", number);
    case kPlainQuery:
      return fmt::format("index.php?p={}", number);
    default:
      return fmt::format("20{:02}/{:02}/{}-{}", mix(drawn, 2) % 14, 1 + mix(drawn, 3) % 12,
                         slug_of(title), number);
  }
}

std::string WebUrls::of_list(const Ref& ref) const {
  const WebHost& host = hosts_.at(ref.a);
  const bool plain = host.style == kPlain || host.style == kPlainQuery;
  const auto& words = site_words(host.language).lists;
  const std::string_view list = words[mix(mix(seed_, ref.a), 60) % words.size()];
  const std::string page = ref.c == 0 ? "" : fmt::format("page={}", ref.c + 1);
  if (plain) return fmt::format("index.php?cat={}{}{}", ref.b + 1, page.empty() ? "" : "&", page);
  const bool by_kind = mix(mix(seed_, ref.a), 61) % 2 == 0;
  const std::string_view word = kind_word(ref.a, host.sections[ref.b].kind);
  return fmt::format("{}/{}{}/{}{}", list, by_kind ? word : "section", ref.b + 1,
                     page.empty() ? "" : "?", page);
}

/// Each page on the way says what it leads to, or nothing.
std::string WebUrls::of_form(const Ref& ref) const {
  const std::uint64_t drawn = mix(mix(mix(seed_, ref.a), 70 + ref.b), ref.c);
  const std::uint32_t number = ref.b * 10 + ref.c;
  if (drawn % 10 >= 7) return fmt::format("pages/{}.html", 500 + number);
  const std::size_t topic = std::min(hosts_.at(ref.a).topic, kTopics - 1);
  const auto& slugs = topics()[topic].slugs;
  constexpr std::array<std::string_view, 3> kWords{"search", "advanced-search", "find"};
  const std::string_view word = mix(drawn, 1) % 2 == 0 ? slugs[mix(drawn, 2) % slugs.size()]
                                                       : kWords[mix(drawn, 2) % kWords.size()];
  return fmt::format("{}/{}", word, number);
}

}  // namespace tagtrail::host::templates
