// One request at a time by libcurl, under a permit, with retries where a server asks for patience.
#pragma once

#include <optional>
#include <string>

#include "job/attention.hpp"
#include "job/permits.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host {

/// What a fetch is for decides where its body goes.
enum class FetchAs {
  resource,  ///< pages into memory, wanted files to disk, nothing else
  robots,    ///< into memory whatever its type
};

class HostFetch {
 public:
  struct Options {
    DownloaderOptions downloader;
    std::filesystem::path directory;  ///< for files in progress
    std::uint64_t max_file_bytes = 0;
    TargetSet wanted;
    Blocklist blocklist = Blocklist::data;
    bool sitemaps = false;  ///< sitemaps, feeds and robots.txt are wanted as pages
    unsigned retries = 3;  ///< after 429, 503 and broken connections
  };

  /// `politeness` and `attention` are borrowed.
  static Expected<std::unique_ptr<HostFetch>> create(Options options, Politeness& politeness,
                                                     Attention& attention);

  /// Nothing when the job is stopping. Errors: io.
  Expected<std::optional<FetchResult>> fetch(FetchRequest request, FetchAs as);
  /// Requests that the last fetch() made.
  unsigned attempts() const { return attempts_; }
  const std::filesystem::path& directory() const { return options_.directory; }

  Permits& permits() { return *permits_; }
  Downloader& downloader() { return *downloader_; }

 private:
  HostFetch(Options options, Attention& attention)
      : options_(std::move(options)), attention_(attention) {}
  BodyPlan plan(const FetchRequest& request, const AnswerHead& head) const;
  Expected<std::optional<FetchResult>> attempt(const FetchRequest& request);

  Options options_;
  Attention& attention_;
  std::unique_ptr<Downloader> downloader_;
  std::unique_ptr<Permits> permits_;
  FetchAs as_ = FetchAs::resource;
  unsigned attempts_ = 0;
  std::uint64_t last_ticket_ = 0;
};

}  // namespace tagtrail::host
