// Loads one request by a fetcher, without a tab, and says what came back.
#pragma once

#include <functional>
#include <set>

#include "feeds/link_source.hpp"
#include "html/page_reader.hpp"
#include "load/fetcher.hpp"
#include "load/loaded.hpp"
#include "load/script_apis.hpp"
#include "tagtrail/objective.hpp"

namespace tagtrail::host {

class HostLoader {
 public:
  struct Options {
    bool keep_html = false;      ///< pages come with their HTML
    bool sitemaps = false;       ///< sitemaps, feeds and robots.txt are pages
    bool catalogues = false;     ///< what else programs answer is read for links, too
    std::string format = {};     ///< of the files of a catalogue that are wanted; empty: all
    bool told = false;           ///< what pages tell of traces is read
    bool alone = false;          ///< no tab looks at any page
    bool anonymous = false;      ///< nobody is logged in: see FetchRequest
    ContentNeeds needs = {};     ///< of pages
    PageLimits page{};           ///< what one may take
    ScriptApis* apis = nullptr;  ///< borrowed; null: no tab tells of any
    /// Of the answer that is kept of a URL, for revisits; nothing: they are asked for whole.
    std::function<Expected<Validators>(const std::string& url)> validators = {};
  };
  /// `fetch` and `objective` are borrowed.
  HostLoader(Fetcher& fetch, const Objective& objective, Options options)
      : fetch_(fetch), objective_(objective), options_(options) {}

  /// What can go wrong with an answer is in the response; errors are of this machine: io,
  /// disk_full, disconnected.
  Async<Loaded> load(const Request& request);

 private:
  void make_page(Loaded& loaded, std::string html, std::string_view content_type, bool cut) const;
  /// Views are into all three.
  SourceFacts facts_of(const Request& request, const FetchResult& result,
                       const Response& response) const;
  /// Whether the body may be a link source; `start` is its beginning.
  bool is_link_source(std::string_view start, const SourceFacts& facts,
                      const Response& response) const;
  /// False, and nothing is changed, when the body is none after all.
  bool make_link_source(Loaded& loaded, std::string& body, const SourceFacts& facts) const;
  void leave_stylesheet(std::string_view start, const SourceFacts& facts, Loaded& loaded);
  Expected<FetchRequest> fetch_of(const Request& request) const;
  void make_no_file(Loaded& loaded) const;
  void mark_script_api(const Request& request, Loaded& loaded) const;
  Expected<Loaded> understand(const Request& request, Fetched fetched);
  Expected<Loaded> read(const Request& request, Fetched fetched);
  Expected<std::optional<FetchedFile>> keep_mislabelled(const FetchResult& result,
                                                        Response& response);
  static void rename_unpacked(const FetchResult& result, std::string_view start,
                              Response& response);
  Expected<void> read_file(const Request& request, FetchResult& result, Loaded& loaded);

  Fetcher& fetch_;
  const Objective& objective_;
  Options options_;
  std::set<std::string, std::less<>> stylesheets_;  ///< of XML, each named once
};

}  // namespace tagtrail::host
