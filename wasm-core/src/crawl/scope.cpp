#include "tagtrail/scope.hpp"

#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMaxExpressionBytes = 500;
// std::regex recurses for each character: a site's longest URLs would exhaust the stack.
constexpr std::size_t kMaxSearchedBytes = 2000;

/// host[:port] of a canonical key; empty for anything else.
std::string_view host_and_port(std::string_view key) {
  const std::size_t slashes = key.find("://");
  if (slashes == std::string_view::npos) return {};
  const std::string_view rest = key.substr(slashes + 3);
  return rest.substr(0, rest.find('/'));
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

}  // namespace

Expected<Scope> Scope::parse(std::string_view spec, std::string_view seed_key) {
  const UrlParts seed = split_url(seed_key);
  if (seed.host.empty()) return fail(ErrorCode::invalid_url, "the seed URL has no host");
  Scope scope;
  scope.spec_ = std::string(spec);
  scope.host_ = host_and_port(seed_key);
  if (spec == "host") {
    scope.kind_ = Kind::host;
  } else if (spec == "site") {
    scope.kind_ = Kind::site;
    scope.host_ = std::string(without_www(seed.host));
  } else if (spec == "prefix") {
    scope.kind_ = Kind::prefix;
    scope.prefix_ = std::string(seed.path.substr(0, seed.path.rfind('/') + 1));
  } else if (spec == "page") {
    scope.kind_ = Kind::page;
    scope.prefix_ = std::string(seed_key);
  } else if (spec.starts_with("regex:")) {
    scope.kind_ = Kind::regex;
    auto compiled = TRY(compile(std::string(spec.substr(6))));
    scope.regex_ = std::move(compiled);
  } else {
    return fail(ErrorCode::invalid_argument, "unknown scope '" + std::string(spec) +
                                                 "': host, site, prefix, page or regex:EXPRESSION");
  }
  return scope;
}

bool Scope::contains(std::string_view key) const {
  switch (kind_) {
    case Kind::host:
      return host_and_port(key) == host_;
    case Kind::site: {
      const std::string_view host = without_www(split_url(key).host);
      if (host == host_) return true;
      return !is_literal_address(host_) && host.size() > host_.size() && host.ends_with(host_) &&
             host[host.size() - host_.size() - 1] == '.';
    }
    case Kind::prefix:
      return host_and_port(key) == host_ && split_url(key).path.starts_with(prefix_);
    case Kind::page:
      return key == prefix_;
    case Kind::regex:
      return key.size() <= kMaxSearchedBytes && std::regex_search(key.begin(), key.end(), *regex_);
  }
  return false;
}

}  // namespace tagtrail
