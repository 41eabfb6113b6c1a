// Who makes a request and brings its answer: the downloader, or the browser with its session.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fetch/downloader.hpp"
#include "fetch/politeness.hpp"
#include "load/task.hpp"

namespace tagtrail::host {

/// What a fetch is for decides where its body goes.
enum class FetchAs {
  resource,  ///< pages into memory, wanted files to disk, nothing else
  robots,    ///< into memory whatever its type
};

/// Takes permits, and asks again where a server asks for patience.
class Fetcher {
 public:
  struct Fetched {
    FetchResult result;
    unsigned attempts = 1;               ///< requests made for it, hops apart
    std::vector<RedirectHop> redirects;  ///< hops that were followed
    std::string final_url;               ///< canonical key that answered; empty: the one asked for
  };

  virtual ~Fetcher() = default;
  /// `ticket`, `directory` and `max_file_bytes` are set by the fetcher. Errors: io, disconnected.
  virtual Async<Fetched> fetch(FetchRequest request, FetchAs as) = 0;
  /// Of files in progress.
  virtual const std::filesystem::path& directory() const = 0;
  /// How `url` is loaded.
  virtual Via via(std::string_view url) const = 0;
};

/// Worth another try: the server asks for patience, the connection broke, or the body was cut.
bool is_passing(const FetchResult& result);
/// What is brought of a host that is given up, after `attempts` requests: nothing, and why. Empty
/// when a permit was not had for another reason.
std::optional<Fetcher::Fetched> left_alone(const Error& no_permit, unsigned attempts);
/// What politeness learns from an answer.
AnswerFacts facts_of(const FetchResult& result);

}  // namespace tagtrail::host
