#include "templates/web/web_forms.hpp"

#include <fmt/format.h>

#include "generated/spread.hpp"
#include "generated/words.hpp"

namespace tagtrail::host::templates {
namespace {

using generated::escaped;
using generated::mix;

constexpr std::array<std::string_view, 4> kActions{"search", "find", "results", "query"};
constexpr std::array<std::string_view, 4> kPress{"Search", "Find", "Go", "Show results"};

std::string select(std::string_view name, std::string_view options) {
  std::string html = fmt::format("<select name=\"{}\"><option>Any</option>", name);
  while (!options.empty()) {
    const std::size_t comma = std::min(options.find(','), options.size());
    html += fmt::format("<option>{}</option>", options.substr(0, comma));
    options.remove_prefix(std::min(comma + 1, options.size()));
  }
  return html + "</select>";
}

std::string question(const FormQuestion& asked, bool labelled) {
  const std::string label =
      labelled ? fmt::format("<label>{} ", asked.label) : std::string(asked.label) + ": ";
  const std::string control = asked.options.empty()
                                  ? fmt::format("<input type=\"text\" name=\"{}\">", asked.name)
                                  : select(asked.name, asked.options);
  return "<p>" + label + control + (labelled ? "</label>" : "") + "</p>";
}

}  // namespace

std::string topic_form(const Topic& topic, std::uint64_t seed) {
  const bool post = mix(seed, 1) % 20 < 3;
  std::string html = fmt::format("<form action=\"/{}-{}\" method=\"{}\">",
                                 kActions[mix(seed, 2) % kActions.size()], mix(seed, 3) % 1000,
                                 post ? "post" : "get");
  html += fmt::format("<h2>{}</h2>", topic.invites[mix(seed, 4) % topic.invites.size()]);
  const std::size_t count = 3 + mix(seed, 5) % 4;
  const bool labelled = mix(seed, 6) % 2 == 0;
  for (std::size_t i = 0; i < count; ++i) {
    html += question(topic.questions[(i + mix(seed, 7)) % topic.questions.size()], labelled);
  }
  if (mix(seed, 8) % 2 == 0) html += "<input type=\"hidden\" name=\"lang\" value=\"en\">";
  html += fmt::format("<input type=\"submit\" value=\"{}\">", kPress[mix(seed, 9) % kPress.size()]);
  if (mix(seed, 10) % 3 == 0) html += "<input type=\"reset\" value=\"Clear\">";
  return html + "</form>\n";
}

std::string site_search(const SiteWords& words, std::uint64_t seed) {
  return fmt::format(
      "<form action=\"/sitesearch\"><input type=\"text\" name=\"{}\" size=\"15\">"
      "<input type=\"submit\" value=\"{}\"></form>\n",
      mix(seed, 1) % 2 == 0 ? "q" : "s", escaped(words.search));
}

std::string login_form(std::uint64_t seed) {
  return fmt::format(
      "<form action=\"/session\" method=\"post\">User name <input name=\"user\">Password "
      "<input type=\"password\" name=\"password\">{}<input type=\"submit\" value=\"Log in\">"
      "</form>\n",
      mix(seed, 1) % 2 == 0 ? "<input type=\"checkbox\" name=\"keep\"> Remember me" : "");
}

std::string contact_form(std::uint64_t seed) {
  return fmt::format(
      "<form action=\"/message\" method=\"post\">Your name <input name=\"name\">Your address "
      "<input type=\"email\" name=\"email\">{}<textarea name=\"text\"></textarea>"
      "<input type=\"submit\" value=\"Send\"></form>\n",
      mix(seed, 1) % 2 == 0 ? "Subject <input name=\"subject\">" : "");
}

std::string newsletter_form(std::uint64_t /*seed*/) {
  return "<form action=\"/subscribe\" method=\"post\">Our newsletter <input type=\"email\" "
         "name=\"email\"><input type=\"submit\" value=\"Subscribe\"></form>\n";
}

std::string sorting_form(std::uint64_t seed) {
  return fmt::format("<form method=\"get\">Sort by {} Show {}{}</form>\n",
                     select("sort", "Newest,Name,Price"), select("per", "10,20,50"),
                     mix(seed, 1) % 2 == 0 ? "<input type=\"submit\" value=\"Apply\">" : "");
}

}  // namespace tagtrail::host::templates
