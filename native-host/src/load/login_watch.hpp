// Notices that the session which a job used has ended, or that there is none to begin with.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "load/login_signs.hpp"
#include "load/session_marks.hpp"

namespace tagtrail::host {

/// An answer to a request that was made with the session.
struct SessionAnswer {
  LoginSign sign = LoginSign::none;
  bool content = false;        ///< something was got
  bool file = false;           ///< and it was no page
  bool html = false;           ///< a page, whatever it shows
  bool login_form = false;     ///< a page with a field for a password
  bool needs_session = false;  ///< plain HTTP is known not to get this template's
  Via via = Via::browser;
  SessionMarks::Shown shown = SessionMarks::Shown::unknown;  ///< whom the page was made for
};

/// Pure: decides from what it is told. A sign alone says little: a site may refuse one page of
/// many, and has links to its login everywhere. So where the session gave content before, one such
/// URL is asked for again, and only when that is not to be had either the login is lost.
class LoginWatch {
 public:
  /// What gave content with the session.
  struct Proof {
    std::string url;
    bool file = false;
    Via via = Via::browser;
    bool login_form = false;  ///< it has one though the user is logged in
    bool mixed = false;       ///< the template has pages and files
    bool member = false;      ///< it showed what only who is logged in is shown
  };
  enum class Verdict { fine, ask_proof, login_needed };

  /// `ask_proof`: the login may be lost, proof_for() has to be asked for. `login_needed`: the seed
  /// URL itself shows a login, and nothing was ever got.
  Verdict judge(const Request& request, const SessionAnswer& answer) const;
  /// Of a page that was made for a stranger, one of the same origin that was not. Else of the same
  /// template, or else any that needed the session at the same origin, or showed it.
  std::optional<Proof> proof_for(std::string_view url, const SessionAnswer& answer) const;
  /// After an answer that was kept.
  void note(const Request& request, const SessionAnswer& answer);
  /// A page came where files were, or one as for strangers, and the proof held.
  void note_mixed(std::string_view url);
  /// Whether the answer to a proof's URL says that the login is lost.
  static bool is_lost(const Proof& proof, const SessionAnswer& answer);

  /// By template: kept with the job.
  const std::map<std::string, Proof, std::less<>>& proofs() const { return proofs_; }
  /// Counts up when proofs() has something new.
  unsigned changes() const { return changes_; }
  void restore(std::string url_template, Proof proof, bool needs_session);

 private:
  bool for_stranger(std::string_view url, const SessionAnswer& answer) const;

  std::map<std::string, Proof, std::less<>> proofs_;
  std::map<std::string, Proof, std::less<>> needed_;   ///< by origin, the latest
  std::map<std::string, Proof, std::less<>> members_;  ///< the same, of those made for members
  std::set<std::string, std::less<>> for_anyone_;      ///< templates with pages as for strangers
  unsigned changes_ = 0;
};

}  // namespace tagtrail::host
