// Which URLs are answered only to the user's session, learnt by asking for some both ways.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::host {

/// By URL templates (load_chooser.hpp).
class SessionChooser {
 public:
  enum class How {
    plain,    ///< by plain HTTP
    session,  ///< with the session, at once
    compare,  ///< needs the session, as far as is known: plain HTTP is asked once more
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

  /// Counts up when needing() changes.
  unsigned changes() const { return changes_; }
  /// The templates that need it: kept with the job.
  std::vector<std::string> needing() const;
  void restore(const std::vector<std::string>& needing);

 private:
  struct Template {
    unsigned missed = 0;  ///< plain answers that were not it
    unsigned since_comparison = 0;
    bool needs = false;
  };
  std::map<std::string, Template, std::less<>> templates_;
  unsigned changes_ = 0;
};

}  // namespace tagtrail::host
