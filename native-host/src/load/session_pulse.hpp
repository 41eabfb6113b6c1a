// Whether a session that a job was lent, by cookies or a login, is still there. That is felt at
// pages which showed more with it: no site says of a page that anyone may read who it was made for.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

struct Loaded;

/// What one answer shows, as far as two of the same page are compared.
struct Sight {
  using Marks = std::set<std::string, std::less<>>;
  enum class Kind {
    page,     ///< with links and forms
    refused,  ///< a login is asked for, it is not there, or it is elsewhere for now
    trouble,  ///< of the server or the network, or no page: that says nothing
  };
  Kind kind = Kind::trouble;
  Marks links;  ///< their words and addresses
  std::size_t forms = 0;
  bool login_way = false;  ///< a link leads to a login
};

Sight sight_of(const Request& request, const Loaded& loaded);

/// Pure: decides from what it is told; counts answers and knows no clock. By origin.
class SessionPulse {
 public:
  /// A page that showed more with the session than without it.
  struct Witness {
    std::string url;
    Sight::Marks members;      ///< links that only the session was shown
    std::uint64_t others = 0;  ///< hash of those that anyone is shown
    std::size_t forms = 0;     ///< that anyone is shown
    bool by_forms = false;     ///< the session was shown more
    bool by_way = false;       ///< the session was shown no way to a login
    bool refused = false;      ///< nobody else is shown the page
  };
  enum class Verdict { there, gone, unclear };

  /// Whether a page that came with the session is to be asked for without it, too: the first of
  /// each template, until enough witnesses are known; not for ever.
  bool wants_both(std::string_view url) const;
  /// After that. Whether the session was shown more: then it was there.
  bool learn(std::string_view url, const Sight& session, const Sight& stranger);

  /// An answer that came with the session; whether the pulse is to be felt now.
  bool is_due(std::string_view url);
  /// An answer that asks for a login. Whether the pulse is to be felt for that: once for each
  /// template, as sites refuse single pages.
  bool is_suspicious(std::string_view url);
  /// Whether there are any at that origin.
  bool has_witness(std::string_view origin) const { return !witnesses(origin).empty(); }
  /// Those to be asked, in this order.
  std::vector<Witness> witnesses(std::string_view origin) const;
  /// What one says, by itself; unclear: ask without the session, too.
  static Verdict judge(const Witness& witness, const Sight& session);
  /// After that. A page that is another for every visitor is none any more.
  Verdict judge(const Witness& witness, const Sight& session, const Sight& stranger);
  /// It was felt. If the session was there, the next time may come later.
  void felt(std::string_view origin, Verdict verdict);

  /// Kept with the job: no cookie is in it.
  nlohmann::json to_json() const;
  /// What is damaged is left out.
  void restore(const nlohmann::json& json);
  /// Counts up when to_json() changes.
  unsigned changes() const { return changes_; }

 private:
  struct Site {
    std::map<std::string, unsigned, std::less<>> compared;  ///< pages of a template
    std::set<std::string, std::less<>> suspected;           ///< templates
    std::vector<Witness> witnesses;
    unsigned asked_both = 0;
    unsigned since = 0;  ///< answers since it was felt last
    unsigned wait;       ///< so many of them

    Site();
  };
  const Site* find(std::string_view origin) const;
  Site* find_or_make(std::string_view url);

  std::map<std::string, Site, std::less<>> sites_;
  unsigned changes_ = 0;
};

}  // namespace tagtrail::host
