// What leads on from an element that is no link for readers, or that is one to elsewhere: what its
// attributes and its text name for the page's scripts. The same as in
// extension/src/content/unnamed_links.ts.
#pragma once

#include <gumbo.h>

#include <string>
#include <unordered_set>
#include <vector>

namespace tagtrail::host {

inline constexpr std::size_t kUnnamedLinks = 5'000;       ///< of the attributes of an element
inline constexpr std::size_t kScriptFiles = 10'000;       ///< of the scripts of a page
inline constexpr std::size_t kScriptBytes = 16ULL << 20;  ///< read of the scripts of a page

struct UnnamedLink {
  std::string place;  ///< below the element in the tag path: `@onclick`; empty: the element itself
  std::string address;
};

/// Addresses in `data-` attributes, in `onclick` and in an href `javascript:`. Of `data-` those of
/// data files, also where the value is JSON that names some, and whatever `data-href` names;
/// `data-url` and `data-link` of what is like a link, too, but not of others: that is often where a
/// widget gets its content, or sends something; and the file that a viewer shows, which href, or
/// the source of a frame, leads to. Not what href says already.
std::vector<UnnamedLink> links_in_attributes(const GumboElement& element);

/// Whether choosing in this <select> leads to the address that is chosen: its handler says so, or
/// it can do nothing else, being no field of a form.
bool is_jump_menu(const GumboElement& select, bool in_form);
/// The address of an <option> in a jump menu; empty when its value is none.
std::string option_address(const GumboElement& option);

/// The addresses of files in a page's scripts, each once.
class ScriptFiles {
 public:
  /// Those of one <script> that were not found before; none of what is neither JavaScript nor JSON.
  std::vector<std::string> take(const GumboNode* script);
  /// There was no room for more.
  bool is_full() const { return known_.size() >= kScriptFiles; }

 private:
  std::unordered_set<std::string> known_;
  std::size_t bytes_ = 0;
};

}  // namespace tagtrail::host
