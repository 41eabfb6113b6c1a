#include "policies/tree_plan.hpp"

#include <algorithm>
#include <queue>
#include <unordered_map>

namespace tagtrail {
namespace {

using Number = std::uint32_t;
constexpr Number kNothing = 0xFFFFFFFFU;
constexpr std::size_t kRefreshes = 100;  // of a page's gain, on average

/// Lists of numbers, one behind the other.
class Lists {
 public:
  void begin() { starts_.push_back(numbers_.size()); }
  void add(Number number) { numbers_.push_back(number); }
  const Number* begin_of(std::size_t list) const { return numbers_.data() + starts_[list]; }
  const Number* end_of(std::size_t list) const {
    return numbers_.data() + (list + 1 < starts_.size() ? starts_[list + 1] : numbers_.size());
  }

 private:
  std::vector<std::size_t> starts_;
  std::vector<Number> numbers_;
};

/// The reachable pages and redirects in the order of a breadth-first crawl, with the page that each
/// is found on first, and the targets linked from each.
struct SiteMap {
  std::vector<std::string> pages;
  std::vector<Number> parents;  ///< by page
  Lists children;               ///< by page: those whose parent it is
  std::vector<std::string> targets;
  Lists targets_of;  ///< by page, each target once, in the order of its links
};

class SiteReader {
 public:
  SiteReader(const Config& config, PolicyContext& context) : config_(config), context_(context) {}

  SiteMap read() {
    find(config_.seed_url, kNothing);
    for (Number page = 0; page < map_.pages.size(); ++page) {
      map_.children.begin();
      map_.targets_of.begin();
      read_page(page);
    }
    return std::move(map_);
  }

 private:
  struct Place {
    Number page = kNothing;
    Number target = kNothing;
  };

  void read_page(Number page) {
    // A copy: the list of pages grows while this one is read.
    const std::string url = map_.pages[page];
    Oracle& oracle = *context_.oracle();
    if (const auto content = oracle.read(url)) {
      for (const LinkObservation& link : content->links) {
        if (context_.admissible(link.url)) follow(link.url, page);
      }
    } else if (const auto location = oracle.redirect(url)) {
      if (config_.follow_out_of_scope_redirects || context_.admissible(*location)) {
        follow(*location, page);
      }
    }
  }

  void follow(const std::string& url, Number page) {
    const Place place = find(url, page);
    if (place.target == kNothing || noted_on_[place.target] == page) return;
    noted_on_[place.target] = page;
    map_.targets_of.add(place.target);
  }

  Place find(const std::string& url, Number parent) {
    const auto [at, is_new] = known_.try_emplace(url);
    if (!is_new) return at->second;
    const UrlClass url_class = context_.oracle()->classify(url);
    if (url_class == UrlClass::target) {
      at->second.target = static_cast<Number>(map_.targets.size());
      map_.targets.push_back(url);
      noted_on_.push_back(kNothing);
    } else if (url_class == UrlClass::html) {
      at->second.page = static_cast<Number>(map_.pages.size());
      map_.pages.push_back(url);
      map_.parents.push_back(parent);
      if (parent != kNothing) map_.children.add(at->second.page);
    }
    return at->second;
  }

  const Config& config_;
  PolicyContext& context_;
  SiteMap map_;
  std::unordered_map<std::string, Place> known_;
  std::vector<Number> noted_on_;  ///< by target: the page that listed it last
};

/// Opens pages by falling gain: new targets of the unread pages on the way there, by their number.
class Greedy {
 public:
  explicit Greedy(const SiteMap& map)
      : map_(map),
        read_(map.pages.size()),
        had_(map.targets.size()),
        fresh_(map.pages.size()),
        refreshes_left_(kRefreshes * map.pages.size()) {
    std::vector<std::vector<Number>> pages(map.targets.size());
    for (Number page = 0; page < map.pages.size(); ++page) {
      for (const Number* at = map.targets_of.begin_of(page); at != map.targets_of.end_of(page);
           ++at) {
        ++fresh_[page];
        pages[*at].push_back(page);
      }
    }
    for (const auto& list : pages) {
      pages_of_.begin();
      for (const Number page : list) pages_of_.add(page);
    }
  }

  std::vector<TreeStep> plan() {
    push_all();
    while (!heap_.empty()) {
      const Entry top = heap_.top();
      heap_.pop();
      if (read_[top.page] || fresh_[top.page] == 0) continue;
      const double now = gain(top.page);
      if (!heap_.empty() && now < heap_.top().gain) {
        heap_.push({now, top.page});
        continue;
      }
      open(top.page, now);
    }
    return std::move(steps_);
  }

 private:
  struct Entry {
    double gain = 0;
    Number page = 0;
    bool operator<(const Entry& other) const {
      return gain != other.gain ? gain < other.gain : page > other.page;
    }
  };

  /// The first gains, while nothing is read: those of a page follow from its parent's.
  void push_all() {
    std::vector<double> targets(map_.pages.size());
    std::vector<double> depth(map_.pages.size());
    for (Number page = 0; page < map_.pages.size(); ++page) {
      const Number parent = map_.parents[page];
      targets[page] = fresh_[page] + (parent == kNothing ? 0 : targets[parent]);
      depth[page] = 1 + (parent == kNothing ? 0 : depth[parent]);
      if (fresh_[page] > 0) heap_.push({targets[page] / depth[page], page});
    }
  }

  double gain(Number page) const {
    double targets = 0;
    double pages = 0;
    for (Number at = page; at != kNothing && !read_[at]; at = map_.parents[at]) {
      targets += fresh_[at];
      pages += 1;
    }
    return targets / pages;
  }

  /// Reads the pages on the way to `page` from above, and it; each is followed by its targets.
  void open(Number page, double gain) {
    std::vector<Number> way;
    for (Number at = page; at != kNothing && !read_[at]; at = map_.parents[at]) way.push_back(at);
    for (auto at = way.rbegin(); at != way.rend(); ++at) {
      read_[*at] = true;
      steps_.push_back({map_.pages[*at], false, gain});
      take_targets(*at, gain);
    }
    for (const Number read : way) push_below(read);
  }

  void take_targets(Number page, double gain) {
    for (const Number* at = map_.targets_of.begin_of(page); at != map_.targets_of.end_of(page);
         ++at) {
      if (had_[*at]) continue;
      had_[*at] = true;
      steps_.push_back({map_.targets[*at], true, gain});
      for (const Number* on = pages_of_.begin_of(*at); on != pages_of_.end_of(*at); ++on) {
        --fresh_[*on];
      }
    }
  }

  /// Gains rise when the way gets shorter: those of all unread pages below. Where that would take
  /// too long (a chain of thousands of pages) pages further down keep their old, lower gain until
  /// they are next in the chain.
  void push_below(Number page) {
    below_.clear();
    push_children(page, {0, 0});
    while (!below_.empty() && refreshes_left_ > 0) {
      const auto [parent, way] = below_.back();
      below_.pop_back();
      push_children(parent, way);
    }
  }

  struct Way {
    double targets = 0;
    double pages = 0;
  };

  void push_children(Number page, Way way) {
    for (const Number* at = map_.children.begin_of(page); at != map_.children.end_of(page); ++at) {
      if (read_[*at]) continue;
      const Way to{way.targets + fresh_[*at], way.pages + 1};
      if (fresh_[*at] > 0) heap_.push({to.targets / to.pages, *at});
      below_.emplace_back(*at, to);
      if (refreshes_left_ > 0) --refreshes_left_;
    }
  }

  const SiteMap& map_;
  Lists pages_of_;  ///< by target: the pages that link to it
  std::vector<bool> read_;
  std::vector<bool> had_;
  std::vector<std::uint32_t> fresh_;  ///< by page: targets not yet had
  std::priority_queue<Entry> heap_;
  std::size_t refreshes_left_;
  std::vector<std::pair<Number, Way>> below_;  ///< scratch of push_below()
  std::vector<TreeStep> steps_;
};

}  // namespace

std::vector<TreeStep> tree_plan(const Config& config, PolicyContext& context) {
  const SiteMap map = SiteReader(config, context).read();
  // The seed URL is itself a target.
  if (map.pages.empty() && !map.targets.empty()) return {{map.targets.front(), true, 1}};
  return Greedy(map).plan();
}

}  // namespace tagtrail
