// Topics that somebody could have in mind, drawn from what a site calls its files. Nothing here
// knows how a crawl judges what a link is about.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

struct Topic {
  std::string words;               ///< two, with a space between
  std::vector<std::string> files;  ///< canonical URLs, ascending, whose title has both words
};

/// What a file is called: the words of its name, and of all links to it.
struct FileTitle {
  std::string url;
  std::vector<std::string> words;  ///< plain_words(), ascending, each once
};

/// Titles of `files`, from the links of `pages`; `read` gives what a page says.
std::vector<FileTitle> file_titles(
    const std::vector<std::string>& files, const std::vector<std::string>& pages,
    const std::function<std::optional<Page>(const std::string&)>& read);

/// Up to `most` topics. Two words are one if 5 to 60 files have both in their titles, but no more
/// than every fourth; words have four letters or more and no digits, and no word is in more than
/// every fourth title. Of pairs with the same files the first by alphabet counts. They come in an
/// order drawn from `seed`; a pair that shares half of its files with one before is left.
std::vector<Topic> draw_topics(const std::vector<FileTitle>& titles, std::size_t most,
                               std::uint64_t seed);

}  // namespace tagtrail::host
