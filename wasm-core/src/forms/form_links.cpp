#include "forms/form_links.hpp"

#include <algorithm>

#include "forms/form_words.hpp"
#include "forms/input_names.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kShortestEcho = 3;
constexpr std::string_view kPartEnds = "/=&?";

/// What is written into boxes.
Bindings words_of(const AskedForm& form, const Bindings& bindings) {
  Bindings words = bindings;
  std::erase_if(words, [&](const auto& bound) {
    return form.shape().inputs[bound.first].role != InputRole::words;
  });
  return words;
}

/// All that is at the root of a site shares its address.
bool is_at_root(const AskedForm& form) { return split_url(form.shape().action).path == "/"; }

/// `2`, `»`, `Next page`: a link to another page of a list, and not to `?p=17`, an article.
bool looks_like_page(const LinkObservation& link) {
  const std::string plain = plain_words(link.anchor);
  const bool number = std::all_of(plain.begin(), plain.end(), is_digit);
  return number || link.rel == "next" || link.rel == "prev" || form_words().pages.begin(plain);
}

/// Of a query that is known: what one of its pages is.
PlacedLink place_page(AskedForm& form, std::uint32_t query, const QueryLink& link,
                      std::string_view anchor) {
  const bool one = link.page == "1";
  if (one && trim(anchor) == "1") form.counts_from_one();
  const bool first = link.page == "0" || (one && form.is_counted_from_one());
  return {first ? LinkPlace::leave : LinkPlace::page, query};
}

}  // namespace

bool shows_results_of(const AskedForm& form, std::string_view url) {
  const auto link = read_query_link(form.shape(), url);
  return link && link->own && !link->strange;
}

PlacedLink place_link(AskedForm& form, const LinkObservation& observed, bool on_results) {
  if (!form.works()) return {};
  const std::string_view url = observed.url;
  const auto link = read_query_link(form.shape(), url);
  if (!link || link->strange) return {};
  const auto known = form.find(link->bindings);
  if (known && form.queries()[*known].url == url) return {LinkPlace::query, known};
  const bool combines = link->shown || !link->page_key.empty() || link->bindings.size() > 1;
  if (!on_results && (!link->own || combines)) return {};
  if (!link->own && is_at_root(form)) return {};
  if (link->shown) return {LinkPlace::leave, known};
  if (known) {
    if (link->page_key.empty()) return {LinkPlace::leave, known};
    if (!link->own && !looks_like_page(observed)) return {};
    return place_page(form, *known, *link, observed.anchor);
  }
  // What others have written into the box is a link like any other.
  const Bindings words = words_of(form, link->bindings);
  if (!words.empty() && !form.find(words)) return {};
  if (link->bindings.size() > 1) return {LinkPlace::leave, {}};
  if (!link->page_key.empty() && link->page != "0" && link->page != "1") return {};
  const auto adopted = form.adopt(link->bindings, url);
  return {adopted ? LinkPlace::query : LinkPlace::other, adopted};
}

std::string without_echo(std::string_view url, const AskedForm& form, const AskedQuery& query) {
  if (!has_query(url) || words_of(form, query.bindings).empty()) return {};
  std::string kept(without_query(url));
  char before = '?';
  bool echoes = false;
  for (const QueryPart& part : query_parts(url)) {
    const auto read = read_query(part.whole, form.shape().charset.get());
    const bool echo =
        !read.empty() && read.front().second.size() >= kShortestEcho &&
        std::any_of(query.bindings.begin(), query.bindings.end(),
                    [&](const auto& bound) { return bound.second == read.front().second; });
    echoes = echoes || echo;
    if (echo) continue;
    kept.push_back(std::exchange(before, '&'));
    kept.append(part.whole);
  }
  return echoes ? kept : std::string();
}

bool asks_again(std::string_view url, const AskedForm& form, const AskedQuery& query) {
  const std::size_t begin = url.find('?');
  if (begin == std::string_view::npos || url.substr(0, begin) != form.shape().action) return false;
  const auto pairs = read_query(url.substr(begin + 1), form.shape().charset.get());
  return !query.bindings.empty() &&
         std::all_of(query.bindings.begin(), query.bindings.end(), [&](const auto& bound) {
           const FormInput& input = form.shape().inputs[bound.first];
           return std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
             if (pair.first != input.name) return false;
             return input.role == InputRole::words
                        ? pair.second.find(bound.second) != std::string::npos
                        : pair.second == bound.second;
           });
         });
}

bool feeds_the_same(const LinkObservation& link, const AskedForm& form, const AskedQuery& query) {
  // The first part of the path may have a class.
  const std::size_t second = link.tag_path.find('/', 1);
  if (second == std::string::npos || link.tag_path.compare(second, 6, "/head/") != 0) return false;
  const std::string bytes = percent_decode(link.url);
  const Charset* charset = form.shape().charset.get();
  const std::string address = charset == nullptr ? bytes : charset->read(bytes);
  const Bindings words = words_of(form, query.bindings);
  return std::any_of(words.begin(), words.end(), [&](const auto& bound) {
    const std::size_t at = address.find(bound.second, origin_of(link.url).size());
    if (at == std::string::npos || bound.second.size() < kShortestEcho) return false;
    const std::string_view after = std::string_view(address).substr(at + bound.second.size());
    return kPartEnds.find(address[at - 1]) != std::string_view::npos &&
           (after.empty() || kPartEnds.find(after.front()) != std::string_view::npos);
  });
}

bool goes_on_by_path(std::string_view url, const AskedForm& form, const AskedQuery& query) {
  const std::size_t begin = url.find('?');
  if (begin == std::string_view::npos || url.substr(0, begin) == form.shape().action) return false;
  // The numbers of a path are its last part: /page/2/
  std::string_view path = url.substr(0, begin);
  while (path.ends_with('/')) path.remove_suffix(1);
  if (path.empty() || !is_digit(path.back())) return false;
  const auto pairs = read_query(url.substr(begin + 1), form.shape().charset.get());
  return !query.bindings.empty() &&
         std::all_of(query.bindings.begin(), query.bindings.end(), [&](const auto& bound) {
           const std::string& name = form.shape().inputs[bound.first].name;
           return std::find(pairs.begin(), pairs.end(), std::pair(name, bound.second)) !=
                  pairs.end();
         });
}

}  // namespace tagtrail
