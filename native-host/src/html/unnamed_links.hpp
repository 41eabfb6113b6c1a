// What leads on from an element that is no link for readers, or that is one to elsewhere: what its
// attributes and its text name for the page's scripts. The same as in
// extension/src/content/unnamed_links.ts.
#pragma once

#include <gumbo.h>

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "html/script_addresses.hpp"

namespace tagtrail::host {

inline constexpr std::size_t kUnnamedLinks = 5'000;       ///< of the attributes of an element
inline constexpr std::size_t kScriptLinks = 10'000;       ///< of the scripts of a page
inline constexpr std::size_t kScriptBytes = 16ULL << 20;  ///< read of the scripts of a page

struct UnnamedLink {
  /// Below the element in the tag path: `@onclick`, `@sends`; empty: the element itself.
  std::string place;
  std::string address;
};

/// Addresses in `data-` attributes, in `onclick` and its kin, and in an href `javascript:`; of data
/// files also what is described by `src`, `resource`, `cite` or a <param>, and `longdesc`. Of
/// `data-` those of data files, also where the value is JSON that names some, and whatever
/// `data-href` names; `data-url` and `data-link` of what is like a link, too, but not of others:
/// that is often where a widget gets its content, or sends something; and the file that a viewer
/// shows, which href, or the source of a frame, leads to. Not what href says already.
std::vector<UnnamedLink> links_in_attributes(const GumboElement& element);

/// Lists of which choosing leads to an address.
class JumpMenus {
 public:
  /// `document`, borrowed, is walked for handlers that send to what a list says, of buttons and of
  /// forms, when its first list begins: most pages have none.
  explicit JumpMenus(const GumboNode* document) : document_(document) {}

  /// A <select> begins. True when choosing in it may lead somewhere: its handler says so, or
  /// another does; or it can do nothing else, being no field of a form.
  bool enter(const GumboElement& select, bool in_form);
  /// Where an <option> of it leads: to its value, or to what a handler makes of that. Of a value
  /// of which no handler tells, only if it is clearly an address.
  std::vector<UnnamedLink> links_of(const GumboNode* option) const;

 private:
  void read_handlers();

  const GumboNode* document_;  ///< null once it was walked
  std::vector<FilledAddress> elsewhere_;
  bool jumps_ = false;
  std::vector<FilledAddress> filled_;  ///< of the list that began last
};

/// The data files whose addresses stand in a text as people write them, as `https://...`. Takes
/// time linear in the text, of which they are views.
std::vector<std::string_view> files_in_text(std::string_view text);

/// The addresses in a page's scripts, each once: of files, and those they send the browser to.
class ScriptLinks {
 public:
  /// Those of one <script> that were not found before; none of what is neither JavaScript nor JSON.
  std::vector<UnnamedLink> take(const GumboNode* script);
  /// There was no room for more.
  bool is_full() const { return known_.size() >= kScriptLinks; }

 private:
  std::unordered_set<std::string> known_;
  std::size_t bytes_ = 0;
};

}  // namespace tagtrail::host
