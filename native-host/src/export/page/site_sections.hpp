// The sections of a crawled site: what the folders of its URLs took in answers and gave in files.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::host {

/// A part of a host: all below a folder, one or two deep, but what has a section of its own.
struct SiteSection {
  std::string host;  ///< host[:port]
  std::string path;  ///< `/`, `/a/` or `/a/b/`
  std::uint64_t answers = 0;
  std::uint64_t files = 0;
};

/// Takes all answers, then settles which sections are worth telling apart, then says in which a
/// URL is. Its memory is bounded, whatever the URLs are.
class SiteSections {
 public:
  /// One answer. A file counts where the page is that led to it.
  void add(std::string_view url, bool is_file);
  /// Small sections become part of the one around them; those of hosts of which there are too many
  /// become one of the host `*`. Their answers add up to all that were added.
  void settle();
  /// Most answers first; after settle().
  const std::vector<SiteSection>& list() const { return list_; }
  /// The place in the list; of a URL that was never added, of what is around it, or the last one.
  std::size_t place_of(std::string_view url) const;

 private:
  struct Counts {
    std::uint64_t answers = 0;
    std::uint64_t files = 0;
  };
  using Tree = std::map<std::string, Counts, std::less<>>;

  /// Moves what is below `least` answers, and beyond the `most` largest, from one level to the
  /// next.
  static void merge_small(Tree& from, Tree& into, std::uint64_t least, std::size_t most);

  /// By key: host, first and second folder, each behind a separator.
  Tree second_;
  Tree first_;
  Tree hosts_;
  std::uint64_t total_ = 0;
  std::vector<SiteSection> list_;
  std::map<std::string, std::size_t, std::less<>> places_;
};

}  // namespace tagtrail::host
