// The forms of a generated web: those that search the database of a topic, and all others.
#pragma once

#include <string>

#include "templates/web/web_hosts.hpp"

namespace tagtrail::host::templates {

/// A form that searches the database of a topic, in one of many shapes: three to six of the topic's
/// questions, by GET on 17 of 20 hosts, with a word of invitation.
std::string topic_form(const Topic& topic, std::uint64_t seed);
/// One box that searches the pages of the host.
std::string site_search(const SiteWords& words, std::uint64_t seed);
std::string login_form(std::uint64_t seed);
std::string contact_form(std::uint64_t seed);
std::string newsletter_form(std::uint64_t seed);
/// How a list is to be sorted and how much of it shown.
std::string sorting_form(std::uint64_t seed);

}  // namespace tagtrail::host::templates
