// A site with a list of pages that pay and one of pages that don't, and what a user may say of it.
#pragma once

#include <boost/test/unit_test.hpp>

#include "fake_site.hpp"

namespace tagtrail::testing {

inline const std::string kNews = "/html/body/div#main/div.news/p/a";
inline const std::string kData = "/html/body/aside/table.datasets/tr/td/span/a";
inline const std::string kFiles = "/html/body/section/ol.downloads/li/b/a";
inline const std::string kElsewhere = "/html/body/div/h2/i/q/a";
inline const std::vector<std::string> kTeachable{"trail",  "sb-classifier", "bfs",    "dfs",
                                                 "random", "focused",       "tp-off", "anthelion",
                                                 "acebot", "ache"};

/// A start page with 12 links to news, then 12 to data; each data page has 3 files.
inline FakeSite two_lists() {
  FakeSite site;
  std::vector<LinkObservation> all;
  for (int i = 0; i < 12; ++i) {
    const std::string path = "/news/item-" + std::to_string(i);
    all.push_back(link(path, kNews));
    site.page(path, {});
  }
  for (int i = 0; i < 12; ++i) {
    const std::string path = "/sets/set-" + std::to_string(i);
    all.push_back(link(path, kData));
    std::vector<LinkObservation> files;
    for (int n = 0; n < 3; ++n) {
      files.push_back(link(path + "-" + std::to_string(n) + ".csv", kFiles));
      site.file(path + "-" + std::to_string(n) + ".csv");
    }
    site.page(path, files);
  }
  site.page("/", all);
  return site;
}

inline Feedback word(Word said, const std::string& tag_path) {
  Feedback feedback;
  feedback.word = said;
  feedback.tag_path = tag_path;
  return feedback;
}

inline Feedback about_link(Word said, const std::string& path, const std::string& tag_path) {
  Feedback feedback = word(said, tag_path);
  feedback.url = on_site(path);
  return feedback;
}

inline void teach(Engine& engine, const Feedback& feedback) {
  const auto taught = engine.teach(feedback);
  BOOST_REQUIRE_MESSAGE(taught.has_value(), (taught ? std::string() : taught.error().message));
}

/// An engine that has read the start page and has the first choice in flight.
inline std::unique_ptr<Engine> after_start(const Config& config, const FakeSite& site) {
  auto engine = engine_for(config);
  answer_from(*engine, site, next_request(*engine));
  return engine;
}

inline LinkGroup group_of(const Engine& engine, const std::string& tag_path) {
  for (const LinkGroup& group : engine.link_groups(100)) {
    if (group.tag_path == tag_path) return group;
  }
  BOOST_FAIL("no group " + tag_path);
  return {};
}

inline bool starts_with(const std::string& text, const std::string& start) {
  return text.starts_with(start);
}

/// The paths requested from now on, in order; those whose type alone was asked for left out.
inline std::vector<std::string> rest(Engine& engine, const FakeSite& site) {
  std::vector<std::string> paths = crawl(engine, site);
  std::erase_if(paths, [](const std::string& path) { return path.starts_with("HEAD "); });
  return paths;
}

inline Response seen(const std::string& path, std::vector<LinkObservation> links) {
  Response response;
  response.final_url = on_site(path);
  response.status = 200;
  response.mime = "text/html";
  response.requests = 0;
  response.is_page = true;
  response.page.links = std::move(links);
  return response;
}

}  // namespace tagtrail::testing
