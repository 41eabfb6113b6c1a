// How long a page in a tab must be quiet before it is read: waiting is what most of its time goes
// to.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace tagtrail::host {

class TabPatience {
 public:
  /// Whether a page may be read after a moment of quiet. Not so the first 3 pages of its template,
  /// the 10th after them, then every 20th, up to every 50th, and all after one that showed
  /// something late, until 3 show nothing. Where 10 pages in a row, whatever their templates,
  /// showed nothing late, new templates are trusted, too, and after 10 pages of such, later 50, one
  /// is waited for.
  bool may_hurry(std::string_view url) const;
  /// After a page that was waited for. `late`: a moment of quiet would not have given all of it.
  void waited(std::string_view url, bool late);
  /// After a page that was read after a moment.
  void hurried(std::string_view url);

 private:
  /// Until it has been waited for three times, or was late, a template is new.
  struct Kind {
    unsigned prompt = 0;  ///< pages in a row that showed nothing late
    unsigned since_waited = 0;
    bool was_late = false;
  };

  std::map<std::string, Kind, std::less<>> kinds_;  ///< by template
  unsigned prompt_in_a_row_ = 0;                    ///< of all that were waited for
  unsigned trusted_ = 0;  ///< pages of new templates since one was waited for
};

}  // namespace tagtrail::host
