// A site in memory: what each URL answers. Also the oracle that knows it.
#pragma once

#include <boost/test/unit_test.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tagtrail/engine.hpp"

namespace tagtrail::testing {

/// Fails the test with the error's message instead of dereferencing nothing.
template <typename T>
T must(Expected<T> result) {
  BOOST_REQUIRE_MESSAGE(result.has_value(),
                        (result.has_value() ? std::string() : result.error().message));
  return std::move(*result);
}

/// A link as a page holds it. `/x` is taken relative to the site.
LinkObservation link(std::string url, std::string tag_path = "/html/body/a",
                     LinkElement element = LinkElement::a);
std::vector<LinkObservation> links(const std::vector<std::string>& urls,
                                   const std::string& tag_path = "/html/body/a");

class FakeSite final : public Oracle {
 public:
  static constexpr const char* kRoot = "http://site.test";

  void page(const std::string& path, std::vector<LinkObservation> links, std::string text = {});
  void file(const std::string& path, std::string mime = "text/csv", std::uint64_t bytes = 100);
  void redirect(const std::string& path, const std::string& location, std::uint16_t status = 301);
  void error(const std::string& path, FetchError error);
  /// Anything at all; unknown URLs are 404.
  void set(const std::string& path, Response response);

  Response answer(const Request& request) const;

  UrlClass classify(std::string_view url) override;
  const std::vector<std::string>& targets() override { return targets_; }
  std::optional<Page> read(std::string_view url) override;
  std::optional<std::string> redirect(std::string_view url) override;

 private:
  std::map<std::string, Response, std::less<>> answers_;
  std::vector<std::string> targets_;
};

/// A page of this text, with links of the text "x".
Page page_with(const std::string& text, const std::vector<std::string>& urls = {});

/// Absolute form of a path on the fake site; other URLs stay.
std::string on_site(const std::string& path);

/// Seed `/`, no blocklist, scope host.
Config config_for(const std::string& policy);

std::unique_ptr<Engine> engine_for(const Config& config, Oracle* oracle = nullptr);

/// The request that next() must give.
Request next_request(Engine& engine);
/// Delivers the site's answer to a request.
Judgement answer_from(Engine& engine, const FakeSite& site, const Request& request);

/// Crawls to the end and returns `/path` (GET) or `HEAD /path` of each request in order.
std::vector<std::string> crawl(Engine& engine, const FakeSite& site);
/// Crawls to the end by an engine for the policy that leaves traps; `see` is told of each request.
/// `restores`: after each answer the engine is restored from its snapshot. Returns how far it came.
Progress crawl_past_traps(const std::string& policy, const FakeSite& site,
                          const std::function<void(const Request&)>& see, bool restores = false);
/// The same as one text, separated by spaces.
std::string crawl_text(Engine& engine, const FakeSite& site);

/// The same with a new engine of a policy, which may ask the site as its oracle.
std::string crawled(const std::string& policy, FakeSite& site);

/// How the engine ended; fails unless next() says Finished.
StopReason finished(Engine& engine);

/// / -> a, b; a -> c, file; b -> d.
FakeSite small_tree();
/// A random site of so many pages with files, redirects, dead links and frames.
FakeSite random_site(std::uint64_t seed, std::size_t pages);

}  // namespace tagtrail::testing
