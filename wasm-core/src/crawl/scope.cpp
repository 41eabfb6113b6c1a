#include "tagtrail/scope.hpp"

#include <unordered_set>

#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMaxExpressionBytes = 500;
// std::regex recurses for each character: a site's longest URLs would exhaust the stack.
constexpr std::size_t kMaxSearchedBytes = 2000;

/// What follows `http://` or `https://` of a canonical key; empty for anything else.
std::string_view without_scheme(std::string_view key) {
  const std::size_t slashes = key.find("://");
  return slashes == std::string_view::npos ? std::string_view{} : key.substr(slashes + 3);
}

/// host[:port] of a canonical key; empty for anything else.
std::string_view host_and_port(std::string_view key) {
  const std::string_view rest = without_scheme(key);
  return rest.substr(0, rest.find('/'));
}

/// host[:port] and path up to its last slash.
std::string_view folder_of_path(std::string_view key) {
  const std::string_view rest = without_scheme(key);
  const std::string_view path = without_query(rest);
  return path.substr(0, path.rfind('/') + 1);
}

/// `%7Eanna` is `~anna` (RFC 3986, 6.2.2.2): a folder by whichever spelling. Dots stay.
std::string plainly_spelled(std::string_view folder) {
  constexpr std::size_t kEncoded = 3;
  std::string plain;
  for (std::size_t at = 0; at < folder.size();) {
    const std::string_view part = folder.substr(at, folder[at] == '%' ? kEncoded : 1);
    const std::string decoded = percent_decode(part);
    const char c = decoded.size() == 1 ? decoded.front() : '%';
    const bool unreserved = is_letter_or_digit(c) || c == '-' || c == '_' || c == '~';
    plain.append(part.size() > 1 && unreserved ? std::string_view(decoded) : part);
    at += part.size();
  }
  return plain;
}

std::string_view without_www(std::string_view host) {
  return host.starts_with("www.") ? host.substr(4) : host;
}

bool is_literal_address(std::string_view host) {
  return host.starts_with('[') || host.find_first_not_of("0123456789.") == std::string_view::npos;
}

Expected<std::shared_ptr<const std::regex>> compile(const std::string& expression) {
  if (expression.empty() || expression.size() > kMaxExpressionBytes) {
    return fail(ErrorCode::invalid_argument, "a scope expression has 1 to 500 characters");
  }
#ifdef __EMSCRIPTEN__
  // Built without exceptions: the owner of the job has compiled the expression before.
  return std::make_shared<const std::regex>(expression, std::regex::ECMAScript);
#else
  try {
    return std::make_shared<const std::regex>(expression, std::regex::ECMAScript);
  } catch (const std::regex_error& error) {
    return fail(ErrorCode::invalid_argument,
                "bad scope expression '" + expression + "': " + error.what());
  }
#endif
}

bool matches(const std::regex& expression, std::string_view key) {
  return std::regex_search(key.begin(), key.end(), expression);
}

}  // namespace

struct Scope::Places {
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  std::unordered_set<std::string, Hash, std::equal_to<>> known;
};

Expected<Scope> Scope::parse(std::string_view spec, std::string_view seed_key) {
  Config config;
  config.scope = std::string(spec);
  config.seed_url = std::string(seed_key);
  return of(config);
}

Expected<Scope> Scope::of(const Config& config) {
  const std::string& spec = config.scope;
  Scope scope;
  scope.spec_ = spec;
  if (spec == "host") {
    scope.kind_ = Kind::host;
  } else if (spec == "site") {
    scope.kind_ = Kind::site;
  } else if (spec == "prefix") {
    scope.kind_ = Kind::prefix;
  } else if (spec == "page") {
    scope.kind_ = Kind::page;
  } else if (spec == "web") {
    scope.kind_ = Kind::web;
  } else if (spec.starts_with("regex:")) {
    scope.kind_ = Kind::regex;
    auto compiled = TRY(compile(spec.substr(6)));
    scope.regex_ = std::move(compiled);
  } else {
    return fail(ErrorCode::invalid_argument,
                "unknown scope '" + spec + "': host, site, prefix, page, web or regex:EXPRESSION");
  }
  auto places = std::make_shared<Places>();
  for (const std::string_view seed : seed_urls(config)) {
    const UrlParts parts = split_url(seed);
    if (parts.host.empty()) return fail(ErrorCode::invalid_url, "the seed URL has no host");
    if (scope.kind_ == Kind::host) places->known.emplace(host_and_port(seed));
    if (scope.kind_ == Kind::site) places->known.emplace(without_www(parts.host));
    if (scope.kind_ == Kind::prefix) places->known.insert(plainly_spelled(folder_of_path(seed)));
    if (scope.kind_ == Kind::page) places->known.emplace(seed);
  }
  scope.places_ = std::move(places);
  return scope;
}

bool Scope::contains_parent_of(std::string_view host) const {
  if (places_->known.contains(host)) return true;
  if (is_literal_address(host)) return false;
  for (std::size_t dot = host.find('.'); dot != std::string_view::npos; dot = host.find('.')) {
    host.remove_prefix(dot + 1);
    if (places_->known.contains(host) && !is_literal_address(host)) return true;
  }
  return false;
}

bool Scope::contains_folder_of(std::string_view key) const {
  std::string_view folder = folder_of_path(key);
  std::string plain;
  if (folder.find('%') != std::string_view::npos) folder = plain = plainly_spelled(folder);
  for (std::size_t end = folder.find('/'); end != std::string_view::npos;
       end = folder.find('/', end + 1)) {
    if (places_->known.contains(folder.substr(0, end + 1))) return true;
  }
  return false;
}

bool Scope::contains(std::string_view key) const {
  switch (kind_) {
    case Kind::host:
      return places_->known.contains(host_and_port(key));
    case Kind::site:
      return contains_parent_of(without_www(split_url(key).host));
    case Kind::prefix:
      return contains_folder_of(key);
    case Kind::page:
      return places_->known.contains(key);
    case Kind::web:
      return true;
    case Kind::regex:
      return key.size() <= kMaxSearchedBytes && matches(*regex_, key);
  }
  return false;
}

Expected<UrlRules> UrlRules::parse(const CrawlBounds& bounds) {
  UrlRules rules;
  if (!bounds.include.empty()) {
    auto compiled = TRY(compile(bounds.include));
    rules.include_ = std::move(compiled);
  }
  if (!bounds.exclude.empty()) {
    auto compiled = TRY(compile(bounds.exclude));
    rules.exclude_ = std::move(compiled);
  }
  return rules;
}

bool UrlRules::admit(std::string_view key) const {
  if (!include_ && !exclude_) return true;
  if (key.size() > kMaxSearchedBytes) return false;
  return (!include_ || matches(*include_, key)) && (!exclude_ || !matches(*exclude_, key));
}

}  // namespace tagtrail
