#include "policies/tres_keywords.hpp"

#include <algorithm>
#include <string>

#include "tagtrail/text.hpp"

namespace tagtrail {

const std::array<std::string_view, 43> kTresKeywords{
    "pdf",         "xls",      "csv",     "tar",        "zip",        "rar",         "rdf",
    "json",        "doc",      "xml",     "yaml",       "txt",        "tsv",         "ppt",
    "ods",         "dta",      "7z",      "ttl",        "file",       "document",    "report",
    "publication", "dataset",  "data",    "download",   "archive",    "spreadsheet", "table",
    "list",        "resource", "annex",   "supplement", "attachment", "proceedings", "survey",
    "material",    "output",   "content", "statistics", "article",    "paper",       "metadata",
    "fact"};

// Lower-cased, because the text is; the misspelt one is the published list's.
const std::array<std::string_view, 31> kTresPhrases{"download file",
                                                    "download document",
                                                    "available for download",
                                                    "access data",
                                                    "view report",
                                                    "get dataset",
                                                    "data file",
                                                    "read more",
                                                    "resource list",
                                                    "get document",
                                                    "download pulication",
                                                    "document archive",
                                                    "supporting materials",
                                                    "export data",
                                                    "download csv",
                                                    "download pdf",
                                                    "download xls",
                                                    "dataset download",
                                                    "attached document",
                                                    "official documents",
                                                    "browse files",
                                                    "download statistics",
                                                    "download article",
                                                    "annual report",
                                                    "white paper",
                                                    "technical documentation",
                                                    "technical report",
                                                    "raw data",
                                                    "metadata file",
                                                    "open data",
                                                    "fact sheet"};

namespace {

bool is_keyword(std::string_view word) {
  return std::find(kTresKeywords.begin(), kTresKeywords.end(), word) != kTresKeywords.end();
}

}  // namespace

KeywordHits keyword_hits(std::string_view text) {
  std::string spaced = " ";
  spaced.append(ascii_lower(collapse_space(text))).push_back(' ');
  KeywordHits found;
  const std::string_view all = spaced;
  for (std::size_t begin = 1; begin < all.size();) {
    const std::size_t end = all.find(' ', begin);
    if (end > begin) {
      ++found.words;
      if (is_keyword(all.substr(begin, end - begin))) ++found.hits;
    }
    begin = end + 1;
  }
  std::string spaced_phrase;
  for (const std::string_view phrase : kTresPhrases) {
    spaced_phrase.assign(" ").append(phrase).push_back(' ');
    if (all.find(spaced_phrase) != std::string_view::npos) {
      found.phrase = true;
      break;
    }
  }
  return found;
}

bool keyword_in_url(std::string_view url) {
  const std::string lower = ascii_lower(url);
  return std::any_of(kTresKeywords.begin(), kTresKeywords.end(), [&](std::string_view keyword) {
    return lower.find(keyword) != std::string::npos;
  });
}

}  // namespace tagtrail
