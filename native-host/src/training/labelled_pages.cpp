#include "training/labelled_pages.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include "content/read_content.hpp"
#include "system/whole_file.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 100'000;

/// Forms name where they are sent, and no page of a folder has an address.
constexpr std::string_view kAddress = "http://page.invalid/";

tl::unexpected<Error> bad(const fs::path& folder, const std::string& what) {
  return fail(ErrorCode::invalid_argument, folder.string() + ": " + what);
}

Expected<std::vector<fs::path>> files_of(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error)) return bad(folder, "there is no such folder");
  if (!fs::is_directory(folder, error)) {
    return bad(folder, "is a file; name the folder that has the pages");
  }
  std::vector<fs::path> files;
  fs::recursive_directory_iterator at(folder, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored)) files.push_back(at->path());
    if (files.size() > kMostFiles) return bad(folder, "has more than 100,000 files");
  }
  if (error) return bad(folder, "can't be read: " + error.message());
  std::sort(files.begin(), files.end());
  return files;
}

bool is_html_name(const fs::path& file) {
  const std::string extension = ascii_lower(file.extension().string());
  return extension == ".html" || extension == ".htm" || extension == ".xhtml";
}

/// Why not, or the page.
tl::expected<Page, std::string> read_file(const fs::path& file) {
  if (!is_html_name(file)) return tl::unexpected<std::string>("not named .html, .htm or .xhtml");
  std::error_code error;
  const auto size = fs::file_size(file, error);
  if (!error && size == 0) return tl::unexpected<std::string>("empty");
  if (!error && size > limits::kPageBytes) return tl::unexpected<std::string>("over 64 MiB");
  const auto html = read_whole_file(file);
  if (!html) return tl::unexpected<std::string>("can't be read");
  const ReadOptions options{.url = kAddress, .content_type = "text/html"};
  Page page = read_page_with_content(*html, options, {.forms = true});
  page.links = {};
  return page;
}

/// Keeps each page once, and none that is in both folders.
class Collection {
 public:
  void add(const fs::path& file, Page page, std::size_t label) {
    const auto [known, is_new] = seen_.try_emplace(page.title + "\n" + page.text, all_.size());
    if (is_new) {
      all_.push_back({file, std::move(page), label, false});
      return;
    }
    Entry& first = all_[known->second];
    first.is_in_both = first.is_in_both || first.label != label;
    result_.skipped.push_back({file, "the same text as " + first.file.string()});
  }
  void skip(const fs::path& file, std::string why) {
    result_.skipped.push_back({file, std::move(why)});
  }
  LabelledPages take() {
    for (Entry& entry : all_) {
      if (entry.is_in_both) {
        skip(entry.file, "its text is in both folders");
      } else {
        result_.pages[entry.label].push_back(std::move(entry.page));
      }
    }
    return std::move(result_);
  }

 private:
  struct Entry {
    fs::path file;
    Page page;
    std::size_t label;
    bool is_in_both;
  };
  std::vector<Entry> all_;
  std::map<std::string, std::size_t> seen_;
  LabelledPages result_;
};

}  // namespace

Expected<LabelledPages> read_labelled_pages(const fs::path& wanted, const fs::path& other) {
  const std::array<const fs::path*, 2> folders{&other, &wanted};
  std::error_code ignored;
  if (fs::equivalent(wanted, other, ignored)) return bad(wanted, "stands for both kinds of pages");
  Collection collection;
  for (std::size_t label = 0; label < folders.size(); ++label) {
    for (const fs::path& file : TRY(files_of(*folders[label]))) {
      auto page = read_file(file);
      if (page) {
        collection.add(file, std::move(*page), label);
      } else {
        collection.skip(file, page.error());
      }
    }
  }
  LabelledPages pages = collection.take();
  for (std::size_t label = 0; label < folders.size(); ++label) {
    if (pages.pages[label].empty()) {
      return bad(*folders[label],
                 "has no HTML page to learn from; files must be named .html or " +
                     std::string(".htm, and differ from those of the other folder"));
    }
  }
  return pages;
}

}  // namespace tagtrail::host
