// Where the user's session makes a difference, learnt by asking for some URLs both ways.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "load/session_marks.hpp"
#include "store/session_use.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {

/// Two questions. What does plain HTTP not get? That is known by URL templates (url_template.hpp).
/// And where does a page that it gets show more with the session? That is a site's habit, and known
/// by origins: until one of its pages was seen to differ, the first of every template are read both
/// ways; from then on all of them with the session, which costs no request more.
class SessionChooser {
 public:
  enum class How {
    plain,    ///< by plain HTTP
    session,  ///< with the session, at once
    compare,  ///< needs the session, as far as is known: plain HTTP is asked once more
    both,     ///< a page: by plain HTTP, and what that gets with the session, too
  };
  How choose(std::string_view url) const;
  /// Plain HTTP did not get it. Whether to ask with the session: for the first 3 of a template, and
  /// every 50th such after that.
  bool worth_trying(std::string_view url);
  /// After both ways: whether the session got something better.
  void learn(std::string_view url, bool helped);
  /// After `session` alone.
  void note_single(std::string_view url);
  bool needs_session(std::string_view url) const { return choose(url) != How::plain; }

  /// The same of what is asked for as a page.
  How choose_page(std::string_view url) const;
  /// And of a page that plain HTTP has got.
  How choose_got(std::string_view url) const;
  /// After `both`, of a page that both got: whether the session's shows what the plain one does
  /// not: a link or a form more, or no way to a login any more.
  bool learn_page(std::string_view url, const Page& plain, const Page& session);
  /// The same without learning.
  static bool shows_more(const Page& plain, const Page& session);
  /// A way to the login that the plain page has is gone.
  static bool ends_login(const Page& plain, const Page& session);
  /// A tab showed a page as to who is logged in. What it has more may be its scripts' doing, so it
  /// tells that the session matters, but not how pages tell who is logged in.
  void showed_member(std::string_view url) { use_.add_shown(origin_of(url)); }
  /// What was asked for as a page is none, and plain HTTP may well get it.
  void gave_file(std::string_view url);
  /// The other way round: what is called like a file is a page, `/File:rain.csv` of a wiki.
  void gave_page(std::string_view url);
  /// So were the first of its template, and none was a file: it may be asked for as a page.
  bool gives_pages(std::string_view url) const;
  /// A page was read by plain HTTP alone. `refused`: with the session it was not to be had.
  void read_without(std::string_view url, bool refused = false);
  /// A page was read with the session.
  void read_with(std::string_view url) { use_.add_with(url); }
  /// Whom a page that came with the session was made for.
  SessionMarks::Shown shown(std::string_view url, const std::vector<LinkObservation>& links) const;

  /// Counts up when needing() or marks() changes.
  unsigned changes() const { return changes_; }
  /// The templates that need it: kept with the job.
  std::vector<std::string> needing() const;
  void restore(const std::vector<std::string>& needing);

  /// By origin: how pages tell who is logged in.
  const std::map<std::string, SessionMarks, std::less<>>& marks() const { return marks_; }
  void restore(std::string origin, SessionMarks marks) {
    marks_[std::move(origin)] = std::move(marks);
  }
  /// What the session was worth, kept with the job by itself: it changes with every page.
  SessionUse& use() { return use_; }
  void restore(SessionUse use) { use_ = std::move(use); }

 private:
  struct Template {
    unsigned missed = 0;  ///< plain answers that were not it
    unsigned since_comparison = 0;
    bool needs = false;
    unsigned compared = 0;   ///< pages that were read both ways
    unsigned read_once = 0;  ///< pages since the last of them
    unsigned pages = 0;      ///< what is called like a file and is a page
    bool files = false;      ///< what is asked for as a page is a file
  };
  std::map<std::string, Template, std::less<>> templates_;
  std::map<std::string, SessionMarks, std::less<>> marks_;
  SessionUse use_;
  unsigned changes_ = 0;
};

}  // namespace tagtrail::host
