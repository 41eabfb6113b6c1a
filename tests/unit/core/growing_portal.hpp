// A site that grows between rounds of revisiting, and a server of it that knows validators.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fake_site.hpp"

namespace tagtrail::testing {

/// What a server with validators answers: 304 to what has not changed since it was asked last.
class ServedSite {
 public:
  explicit ServedSite(FakeSite& site) : site_(site) {}

  std::uint32_t now = 0;  ///< seconds since 1970; 0: nobody tells the engine

  Response answer(const Request& request) {
    Response response = site_.answer(request);
    Bytes& before = before_[request.url];
    Response content = response;
    content.request_id = content.issued = 0;
    Bytes after = encode_response(content);
    if (request.revisit && before == after && response.status == 200) {
      response.status = 304;
      response.not_modified = true;
      response.is_page = false;
      response.page = {};
      response.body_bytes = 0;
    }
    before = std::move(after);
    response.answered_unix = now;
    return response;
  }

 private:
  FakeSite& site_;
  std::map<std::string, Bytes> before_;
};

struct Asked {
  std::vector<std::string> again;  ///< paths of revisits, in order
  std::vector<std::string> fresh;
  std::size_t new_files = 0;
};

/// To the end of the crawl or round.
inline Asked run(Engine& engine, ServedSite& site) {
  Asked asked;
  const std::string root = FakeSite::kRoot;
  for (;;) {
    const Decision decision = engine.next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) break;
    (request->revisit ? asked.again : asked.fresh).push_back(request->url.substr(root.size()));
    if (must(engine.deliver(site.answer(*request))).new_target) ++asked.new_files;
    BOOST_REQUIRE(asked.again.size() + asked.fresh.size() < 20000U);
  }
  return asked;
}

inline std::string number(std::size_t n) { return std::to_string(n); }

template <typename List>
std::set<std::string> as_set(const List& list) {
  return {list.begin(), list.end()};
}

/// What a site's map says of when its pages changed.
enum class MapDates { no_map, none, honest, all_new, all_old };

/// A statistics portal: themes with datasets, each with files; news and archives without. In each
/// round some datasets of two lively themes get a new file, one theme a new dataset.
class Portal {
 public:
  static constexpr std::size_t kThemes = 12;
  static constexpr std::size_t kDatasets = 20;
  static constexpr std::size_t kNews = 300;

  static constexpr std::uint32_t kStart = 1'700'000'000;
  static constexpr std::uint32_t kWeek = 7 * 24 * 3600;

  explicit Portal(MapDates dates = MapDates::no_map) : dates_(dates) {
    build();
    std::vector<LinkObservation> home;
    for (std::size_t i = 0; i < kThemes; ++i) {
      home.push_back(link("/theme/" + number(i), "/html/body/nav.themes/a"));
    }
    for (std::size_t i = 0; i < kNews; ++i) {
      home.push_back(link("/news/" + number(i), "/html/body/div.news/p/a"));
      put("/news/" + number(i), {});
    }
    site.page("/", std::move(home));
    draw_map();
  }

  /// When it is asked, in the crawl and in each round: a day after it has changed.
  std::uint32_t now() const { return changed_now() + kWeek / 7; }

  /// What appears between two rounds: the number of new files.
  std::size_t grow() {
    const std::size_t before = files_;
    ++round_;
    build();
    draw_map();
    return files_ - before;
  }

  FakeSite site;

 private:
  void build() {
    for (std::size_t theme = 0; theme < kThemes; ++theme) {
      const bool lively = theme % 6 == 1;
      const std::size_t datasets = kDatasets + (lively ? round_ : 0);
      std::vector<LinkObservation> listed;
      for (std::size_t i = 0; i < datasets; ++i) {
        const std::string path = "/theme/" + number(theme) + "/" + number(i);
        listed.push_back(link(path, "/html/body/ul.datasets/li/a"));
        dataset(path, 2 + (lively && i % 4 == 0 ? round_ : 0));
      }
      put("/theme/" + number(theme), std::move(listed));
    }
  }

  void dataset(const std::string& path, std::size_t files) {
    std::vector<LinkObservation> listed;
    for (std::size_t i = 0; i < files; ++i) {
      const std::string file = path + "/" + number(i) + ".csv";
      if (named_.insert(file).second) ++files_;
      site.file(file);
      listed.push_back(link(file, "/html/body/table.files/tr/td/a"));
    }
    put(path, std::move(listed));
  }

  std::uint32_t changed_now() const { return kStart + static_cast<std::uint32_t>(round_) * kWeek; }

  void put(const std::string& path, std::vector<LinkObservation> listed) {
    auto& [links, changed] = pages_[path];
    if (changed == 0 || links != listed.size()) changed = changed_now();
    links = listed.size();
    site.page(path, std::move(listed));
  }

  void draw_map() {
    if (dates_ == MapDates::no_map) return;
    std::vector<LinkObservation> listed;
    for (const auto& [path, page] : pages_) {
      const std::uint32_t changed = dates_ == MapDates::all_new   ? changed_now()
                                    : dates_ == MapDates::all_old ? kStart - kWeek
                                                                  : page.second;
      listed.push_back(link(path, "/urlset/url/loc", LinkElement::link));
      if (dates_ != MapDates::none) listed.back().changed = {changed, changed + 1};
    }
    site.page("/sitemap.xml", std::move(listed));
  }

  MapDates dates_;
  std::map<std::string, std::pair<std::size_t, std::uint32_t>> pages_;  ///< links, last change
  std::set<std::string> named_;
  std::size_t files_ = 0;
  std::size_t round_ = 0;
};

}  // namespace tagtrail::testing
