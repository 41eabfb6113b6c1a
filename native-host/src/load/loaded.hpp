// What a loader brings back for one request.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fetch/validators.hpp"
#include "load/job_attention.hpp"
#include "load/login_signs.hpp"
#include "store/job_store.hpp"
#include "system/memory_pool.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/traces.hpp"

namespace tagtrail::host {

/// Of what a tab shows, serialised.
inline constexpr std::string_view kTabContentType = "text/html; charset=utf-8";

struct Loaded {
  Response response;
  std::optional<FetchedFile> file;  ///< when the answer is a wanted file
  /// The page's HTML has nothing to run: a tab could not show more links than it holds,
  /// but for the files that are written into it.
  bool without_scripts = false;
  /// What the page's HTML runs (html/page_scripts.hpp).
  std::vector<std::size_t> scripts;
  /// The page leads nowhere, and asks to be loaded once more after so many seconds.
  std::optional<unsigned> reload_after;
  /// A sitemap, feed or robots.txt: a page that is no HTML and that no tab shows as it is.
  bool link_source = false;
  Validators validators;    ///< of the answer
  bool login_form = false;  ///< the page has a field for a password
  /// What the answer shows that came with the user's session; empty when none was asked for.
  std::optional<LoginSign> with_session;
  bool ends_cookie = false;  ///< the answer takes a cookie away
  bool new_cookies = false;  ///< plain HTTP has cookies by now that scripts of the page have set
  /// A page that was read by plain HTTP alone, in a job that has a person's session.
  bool without_session = false;
  /// Such a page that is still to be compared with what the session gets (UntabbedLoader::settle).
  bool uncompared = false;
  /// What the page tells beside its contents, where a session is watched for its traces.
  std::optional<PageTold> told;
  /// The same of all answers to this request that came with the session, in their order.
  std::vector<SessionView> views;
  /// The answer is not to be kept: the user has to log in, and then the request is made again.
  std::optional<JobAttention> attention;
  /// The session has changed something. The answer is kept, as nothing is to be asked for twice.
  std::optional<JobAttention> acted;
  std::string datasets;      ///< what the page says of them (content/datasets_json.hpp)
  std::string html;          ///< of a page, where the loader was asked to keep it
  bool html_cut = false;     ///< that is a part of it
  std::string content_type;  ///< whole header value, with it
  /// What it holds of the memory for answers, until it is committed; null: nothing.
  std::shared_ptr<MemoryPool::Part> held;
};

/// Of what is written of a page and of its links.
inline std::size_t size_of(const Page& page) {
  std::size_t size = page.title.size() + page.text.size();
  for (const LinkObservation& link : page.links) {
    size += link.url.size() + link.tag_path.size() + link.anchor.size() + link.heading.size() +
            link.around.size() + link.rel.size();
  }
  return size;
}

}  // namespace tagtrail::host
