// `--browser auto`: whether pages of a URL template need a tab, learnt by reading some both ways.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "tagtrail/link.hpp"
#include "tagtrail/scope.hpp"

namespace tagtrail::host {

class LoadChooser {
 public:
  enum class How { plain, tab, both };

  /// `sources`: the crawl takes links that are no anchors, too (Config::sitemaps). `thorough`:
  /// what comes without a tab is wanted for its own sake, too: it tells a session, or is archived.
  explicit LoadChooser(Scope scope, bool sources = true, bool thorough = false)
      : scope_(std::move(scope)), sources_(sources), thorough_(thorough) {}

  /// How to read a page. The start page and the first 3 pages of every template are read both ways,
  /// and the 50th after that, then the 100th, up to every 400th; but see runs_in_vain(). Where
  /// pages by query only hide parts of a list, of which a tab has shown the whole, every 50th, too;
  /// before, in a tab alone. Unless thorough, the first pages end with one that a tab adds to. And
  /// where the last that were compared, of whatever template, were drawn from nothing, so are the
  /// others, as a rule: 2 of a new template are read in a tab alone before one is compared.
  How choose(std::string_view url, bool is_seed) const;
  /// Plain HTTP has been enough so far: a comparison need not do more than look.
  bool plain_is_enough(std::string_view url) const;
  /// Of a page of a kind that has hardly been compared yet, read by plain HTTP: all that it runs
  /// has run on other pages, in a tab, without adding a link. `scripts`: Loaded::scripts. `empty`:
  /// it looks as if a script were to fill it (LeftOutCause::scripts): one bundle for all pages of a
  /// site does that on some of them, so the first of a kind is looked at. That it did tells nothing
  /// of pages that are full already.
  bool runs_in_vain(std::string_view url, const std::vector<std::size_t>& scripts,
                    bool empty = false) const;
  /// Of a page of a kind for which plain HTTP has been enough, and which was read by it: whether it
  /// is unlike those that were compared, and a tab may show more. It looks empty where they did
  /// not; or it runs what no tab has run so far, or what has brought something on every page that
  /// ran it. False when three of its kind were unlike the others in vain, and none of them was not.
  bool is_unlike_its_kind(std::string_view url, const std::vector<std::size_t>& scripts,
                          bool empty) const;
  /// Plain HTTP gave no links where it was thought to be enough: read it by tab too.
  static bool worth_a_tab(const std::vector<LinkObservation>& plain);
  /// After both ways: whether the tab's links in scope go beyond the plain ones and those of pages
  /// read before: a trace of visited pages, which browsers are shown, adds nothing. Learns from it,
  /// also of what the page runs (`scripts`: Loaded::scripts of the plain one). A page that is
  /// unlike its kind tells nothing of the others.
  bool learn(std::string_view url, const std::vector<LinkObservation>& plain,
             const std::vector<LinkObservation>& tab, const std::vector<std::size_t>& scripts = {},
             bool empty = false);
  /// What is thought to be a file is most likely a page that a tab draws: so far all of its
  /// template were.
  bool is_drawn_page(std::string_view url) const;
  /// What a tab was opened for, or what was thought to be a file, is none to show.
  void met_file(std::string_view url, bool in_tab);
  /// What a tab would show of this page has come: its address names a file (as those of viewers do)
  /// that came(). False once two of its template were read so, and for who is thorough.
  bool shows_what_came(std::string_view url) const;
  /// After a page was read without a tab for that.
  void spared_viewer(std::string_view url);
  /// A file came from there.
  void came(std::string_view url);
  /// After one way.
  void note_single(std::string_view url);
  /// Links of a page that was read by plain HTTP alone.
  void saw(const std::vector<LinkObservation>& links);
  /// Links of a page that was shown in a tab alone.
  void showed(std::string_view url, const std::vector<LinkObservation>& links);

 private:
  struct Template {
    unsigned compared = 0;
    unsigned since_comparison = 0;
    bool tab_adds = false;
    unsigned in_vain = 0;       ///< comparisons in a row, but for the first
    bool looked_empty = false;  ///< one that was compared
    unsigned shown_first = 0;   ///< in a tab alone, while none was compared
    bool has_files = false;
    bool unlike_ones_gave = false;  ///< a tab has added to one that is unlike its kind
    unsigned unlike_in_vain = 0;
    unsigned spared_viewers = 0;

    /// So many pages are read one way before one is compared again.
    unsigned patience() const;
  };

  struct Script {
    unsigned vain = 0;            ///< pages with it that a tab added nothing to
    bool gained = false;          ///< one with it was added to, and it may have been its doing
    bool gained_on_full = false;  ///< the same of one that did not look empty
  };

  /// A list that a tab shows, and its pages by query: sorted, filtered, in parts.
  struct List {
    std::unordered_set<std::size_t> whole;  ///< hashes of the links of the page without a query
    /// By key of a query: of pages with it, so many in a row, shown in tabs, led nowhere but where
    /// the list leads, and to others of these.
    std::map<std::string, unsigned, std::less<>> vain;
    unsigned since = 0;  ///< pages of it since one was shown
    bool drawn = false;  ///< a tab has added to the page without a query
  };

  How first_look(const Template& kind) const;
  bool only_filters(const List& list, std::string_view url) const;
  void note_view(std::string_view url, const std::vector<LinkObservation>& links);
  void blame(const std::vector<std::size_t>& scripts, bool gained, bool empty);
  bool are_idle(const std::vector<std::size_t>& scripts, bool empty) const;
  static bool is_idle(const Script& script, bool empty);
  bool is_taken(const LinkObservation& link) const {
    return sources_ || link.element != LinkElement::link;
  }

  Scope scope_;
  bool sources_;
  bool thorough_;
  std::unordered_map<std::size_t, Script> scripts_;  ///< bounded
  std::map<std::string, Template, std::less<>> templates_;
  std::map<std::string, List, std::less<>> lists_;  ///< by address without a query; bounded
  std::unordered_set<std::size_t> seen_;            ///< hashes of links' URLs; bounded
  std::unordered_set<std::size_t> came_;            ///< the same of files; bounded
  unsigned shells_ = 0;         ///< pages in a row, compared, without any link but those of a tab
  unsigned shown_in_vain_ = 0;  ///< files that a tab was opened for, by this
};

}  // namespace tagtrail::host
