#include "content/told.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "content/document_base.hpp"
#include "html/elements.hpp"
#include "html/walk_tree.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// Names of what shows messages hold one of these. What they mean, traces.cpp of the core knows.
constexpr auto kMessage = std::to_array<std::string_view>(
    {"alert", "callout", "flash", "growl", "message", "msg", "notice", "notif", "result",
     "snackbar", "status", "success", "toast", "updated"});
constexpr auto kCount =
    std::to_array<std::string_view>({"badge", "bubble", "count", "notif", "num", "pill", "unread"});
/// So many around a message are named with it.
constexpr std::size_t kWithin = 2;
constexpr std::size_t kMostDigits = 5;
/// Of those within each other, so many get the same text; and of a text so much, with its blanks.
constexpr std::size_t kNested = 8;
constexpr std::size_t kTextBytes = 2 * limits::kMessageBytes;

template <typename Parts>
bool holds(const std::string& names, const Parts& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return names.find(part) != std::string::npos; });
}

bool is_whole_page(GumboTag tag) {
  return tag == GUMBO_TAG_HTML || tag == GUMBO_TAG_BODY || tag == GUMBO_TAG_MAIN ||
         tag == GUMBO_TAG_FORM;
}

/// What may be pressed says what it does, not what was done.
bool is_pressed(GumboTag tag) {
  return tag == GUMBO_TAG_A || tag == GUMBO_TAG_BUTTON || tag == GUMBO_TAG_OPTION ||
         tag == GUMBO_TAG_LABEL;
}

std::string names_of(const GumboElement& element) {
  std::string names;
  for (const char* name : {"class", "id", "role"}) {
    names.append(attribute_view(element, name)).append(" ");
  }
  names = collapse_space(names);
  names.resize(utf8_prefix(names, limits::kNamesBytes).size());
  return names;
}

/// Whether a number stands in the address of its link, behind the host: pagers and lists of how
/// many to show say so where they lead ("20", `?limit=20`). It counts nothing.
bool names_itself(std::string_view link, std::string_view number) {
  const std::size_t from = origin_of(link).size();
  for (std::size_t at = link.find(number, from); at != std::string_view::npos;
       at = link.find(number, at + 1)) {
    const std::size_t end = at + number.size();
    if (!is_digit(link[at - 1]) && (end == link.size() || !is_digit(link[end]))) return true;
  }
  return false;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.size() <= kMostDigits &&
         std::all_of(text.begin(), text.end(), is_digit);
}

class ToldReader {
 public:
  explicit ToldReader(std::string_view url) : base_(url) {}

  void enter(const GumboElement& element) {
    base_.see(element);
    // The one that a list of pages or of how many to show is at has no link: the link before it
    // leads to another number, and this is no count of what is there.
    const GumboElement* before = nullptr;
    if (!open_.empty()) {
      const GumboElement* child = std::exchange(open_.back().child, &element);
      if (!std::exchange(open_.back().child_is_number, false)) before = child;
    }
    Open open;
    open.pressed = is_pressed(element.tag) || (!open_.empty() && open_.back().pressed);
    if (element.tag == GUMBO_TAG_A) link_text_.clear();
    const bool leads = element.tag == GUMBO_TAG_A && attribute_value(element, "href") != nullptr;
    open.link = leads ? &element : open_.empty() ? nullptr : open_.back().link;
    std::string names = element.attributes.length == 0 ? std::string{} : names_of(element);
    const std::string lower = ascii_lower(names);
    const bool message = !open.pressed && !is_whole_page(element.tag) && holds(lower, kMessage);
    if (message || holds(lower, kCount)) {
      open.named = named_.size();
      // In a link, or right behind one.
      const GumboElement* link = open.link != nullptr ? open.link : before;
      named_.push_back({std::move(names), {}, link, message, holds(lower, kCount)});
    }
    open_.push_back(open);
  }

  void leave(const GumboElement& element) {
    if (open_.back().named != kNone) close();
    open_.pop_back();
    if (element.tag != GUMBO_TAG_A || open_.empty()) return;
    open_.back().child_is_number = is_number(collapse_space(link_text_));
  }

  void text(const char* text) {
    if (link_text_.size() <= limits::kMessageBytes)
      link_text_.append(utf8_prefix(text, kTextBytes));
    for (std::size_t i = named_.size(); i > 0 && named_.size() - i < kNested; --i) {
      std::string& all = named_[i - 1].text;
      if (all.size() <= limits::kMessageBytes) all.append(utf8_prefix(text, kTextBytes));
    }
  }

  PageTold take() { return std::move(told_); }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  struct Open {
    const GumboElement* child = nullptr;  ///< the last that was entered
    const GumboElement* link = nullptr;   ///< around, or itself
    bool pressed = false;
    bool child_is_number = false;  ///< and a link
    std::size_t named = kNone;
  };

  struct Named {
    std::string names;
    std::string text;
    const GumboElement* link;
    bool message;
    bool count;
    bool has_inner = false;
  };

  void close() {
    Named named = std::move(named_.back());
    named_.pop_back();
    const std::string text = collapse_space(named.text);
    if (text.empty()) return;
    if (named.count) add_count(named, text);
    if (!named.message) return;
    for (Named& outer : named_) outer.has_inner = true;
    if (named.has_inner || text.size() > limits::kMessageBytes) return;
    if (told_.messages.size() >= limits::kPageMessages) return;
    std::string within;
    std::size_t around = 0;
    for (auto outer = named_.rbegin(); outer != named_.rend() && around < kWithin; ++outer) {
      if (!outer->message) continue;
      within.append(around++ == 0 ? "" : " ").append(outer->names);
    }
    told_.messages.push_back({std::move(named.names), std::move(within), text});
  }

  void add_count(const Named& named, const std::string& text) {
    if (!is_number(text) || named.link == nullptr || told_.counts.size() >= limits::kPageCounts)
      return;
    if (named.link->tag != GUMBO_TAG_A) return;
    const auto link = canonical_url(attribute_view(*named.link, "href"), base_.url());
    if (!link || names_itself(*link, text)) return;
    const auto known = std::find_if(told_.counts.begin(), told_.counts.end(),
                                    [&](const PageCount& count) { return count.link == *link; });
    if (known != told_.counts.end()) return;
    told_.counts.push_back({*link, static_cast<std::uint32_t>(std::stoul(text))});
  }

  DocumentBase base_;
  std::vector<Open> open_;
  std::vector<Named> named_;  ///< those around, outermost first
  std::string link_text_;     ///< since the last link began
  PageTold told_;
};

}  // namespace

PageTold told_on_page(const GumboNode* document, std::string_view url) {
  ToldReader reader(url);
  walk_tree(document, reader);
  return reader.take();
}

}  // namespace tagtrail::host
