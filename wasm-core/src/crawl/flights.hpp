// Requests on their way: what is out, and what comes before anything else.
#pragma once

#include <deque>
#include <map>
#include <optional>

#include "tables/url_table.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

class Accounts;
class FilesElsewhere;
class Hosts;
class OpenPages;
class TrapWatch;

/// Where a request came from, which decides what its answer means.
enum class Origin : std::uint8_t {
  seed,
  chosen,
  at_once,
  type_check,
  asked,
  again,
  revisit,
  trial,       ///< a link in a trap, tried to see whether it is one
  read_again,  ///< what was answered before, and may not have shown all
};

/// A request. `url` is what it asks for, `link` the link that led there: the same URL unless
/// redirects lie between.
struct Flight {
  Request request;
  UrlId url = 0;
  UrlId link = 0;
  Origin origin = Origin::seed;
  std::uint32_t redirects = 0;
  /// Its answer is a page that refreshes to `link`, which sent there, and leads nowhere else: not
  /// ready yet. Told by who delivers it, and not kept.
  bool leads_back = false;
  std::uint32_t tries = 0;  ///< that failed before
  /// Of one that belongs to a page: the open page whose link it is.
  std::size_t open_page = 0;
  /// The user has loaded it meanwhile: what is still to come is only counted.
  bool observed = false;

  bool belongs_to_page() const {
    return !observed && (origin == Origin::at_once || origin == Origin::type_check);
  }
  /// Its link was taken out of the policy's frontier, if it was there.
  bool was_chosen() const { return origin == Origin::chosen || origin == Origin::asked; }
};

/// A request for `url`, without id, that tells of `link` what is known of it.
Flight flight_to(const UrlTable& urls, UrlId url, UrlId link, Origin origin, Purpose purpose,
                 Reason reason);

void save_flights(ByteWriter& out, const std::deque<Flight>& flights);
/// False when malformed.
bool load_flights(ByteReader& in, std::deque<Flight>& flights, const UrlTable& urls);

class Flights {
 public:
  /// Borrows them all.
  Flights(UrlTable& urls, Accounts& accounts, Hosts& hosts, TrapWatch& traps, OpenPages& open_pages,
          const FilesElsewhere& elsewhere)
      : urls_(urls),
        accounts_(accounts),
        hosts_(hosts),
        traps_(traps),
        open_pages_(open_pages),
        elsewhere_(elsewhere) {}

  /// How many are out.
  std::size_t size() const { return out_.size(); }
  /// Whether `url` is asked for already, or will be before anything else.
  bool is_on_its_way(UrlId url) const;
  /// Null when none of that id is out.
  const Request* find(std::uint64_t id) const;
  /// It goes out, with an id higher than those of all before. A link of an open page is expected
  /// there before.
  void send(Flight flight);
  /// One that has waited goes out, with what is known of its link by now.
  void send_again(Flight flight);
  /// The first that was not handed out since it was sent or loaded; null when there is none.
  const Request* hand_out();
  /// Whether all that is out is another try.
  bool only_tries_again() const;
  bool all_handed_out() const { return out_.empty() || out_.rbegin()->first <= handed_out_; }
  /// It has been answered. Nothing when none of that id is out.
  std::optional<Flight> take(std::uint64_t id);

  /// To be requested before anything else, in the name of one that has been answered: the
  /// destinations of redirects, files that type checks found. Its page expects it from now on.
  void follow_up(Flight flight);
  /// The first of them whose host may be asked now; nothing when there is none.
  std::optional<Flight> take_follow_up();

  /// The request that a page loaded by the user answers; nothing when there is none. If it is out,
  /// it stays so, as observed. Revisits are none.
  std::optional<Flight> observe(UrlId url);

  void save(ByteWriter& out) const;
  void save_follow_ups(ByteWriter& out) const { save_flights(out, next_); }
  /// False when malformed.
  bool load_follow_ups(ByteReader& in) { return load_flights(in, next_, urls_); }
  /// After the follow-ups, and all that is borrowed: open pages expect their flights again. False
  /// when malformed, with more than `most`, or with an id that was not issued.
  bool load(ByteReader& in, std::size_t most);

 private:
  UrlTable& urls_;
  Accounts& accounts_;
  Hosts& hosts_;
  TrapWatch& traps_;
  OpenPages& open_pages_;
  const FilesElsewhere& elsewhere_;
  std::map<std::uint64_t, Flight> out_;  ///< by id
  std::uint64_t handed_out_ = 0;         ///< the last id that was
  std::deque<Flight> next_;
};

}  // namespace tagtrail
