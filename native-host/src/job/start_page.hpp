// What the answers to the seed URL say of the whole job: without it there is nothing to crawl.
#pragma once

#include <optional>
#include <string>

#include "tagtrail/config.hpp"
#include "tagtrail/error.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// As many redirects may lead to the start page.
inline constexpr std::uint64_t kStartRedirects = 20;

/// Whether the start page is elsewhere.
bool leads_on(const Response& response);

/// Why a job can't begin with this answer to `url`; nothing when it can. `refused` for what asks to
/// be left alone (robots.txt, 401, 403, 407, 429, 451), `network` for the rest.
std::optional<Error> start_page_failure(const std::string& url, const Response& response);

/// Why a job without a session that found no file, but a login page at its start, is not done.
Error login_in_the_way(const std::string& login_url, const std::string& seed_url);

/// Why a job that began with `last`, of the seed URL or where that led, has reached no page and no
/// wanted file.
Error nothing_reached(const std::string& seed_url, const Response& last);

/// The answer of a start page none of whose links, though there are some, is in the scope: what to
/// do about it, in a sentence. Nothing for any other answer.
std::optional<std::string> links_lead_out(const Config& config, const Response& response);

}  // namespace tagtrail::host
