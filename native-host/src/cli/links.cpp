// `tagtrail links`: prints the links of an HTML file as a crawl sees them, to debug tag paths.
#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "command_line/report_failure.hpp"
#include "content/left_on_page.hpp"
#include "content/read_content.hpp"
#include "content/told.hpp"
#include "html/page_scripts.hpp"
#include "system/say.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

struct LinksArguments {
  std::string file;
  std::string url;
  std::string content_type = "text/html";
  bool json = false;
  bool forms = false;
  bool left = false;
  bool told = false;
};

std::string_view name_of(LinkElement element) {
  switch (element) {
    case LinkElement::a:
      return "a";
    case LinkElement::area:
      return "area";
    case LinkElement::frame:
      return "frame";
    case LinkElement::iframe:
      return "iframe";
    case LinkElement::link:
      return "link";
  }
  return "";
}

std::string json_line(const LinkObservation& link) {
  const nlohmann::ordered_json json = {
      {"url", link.url},       {"written", link.written},          {"tagPath", link.tag_path},
      {"anchor", link.anchor}, {"heading", link.heading},          {"around", link.around},
      {"rel", link.rel},       {"element", name_of(link.element)}, {"hints", link.hints}};
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// As a tab would send it, with its action resolved.
std::string json_line(const QueryForm& form) {
  auto inputs = nlohmann::ordered_json::array();
  for (const QueryInput& input : form.inputs) {
    auto values = nlohmann::ordered_json::array();
    for (const QueryValue& value : input.values) {
      values.push_back({{"value", value.value}, {"label", value.label}, {"chosen", value.chosen}});
    }
    inputs.push_back({{"kind", input.kind},
                      {"name", input.name},
                      {"required", input.required},
                      {"values", std::move(values)}});
  }
  const nlohmann::ordered_json json = {{"action", form.action},
                                       {"post", form.post},
                                       {"tagPath", form.tag_path},
                                       {"inputs", std::move(inputs)}};
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string json_line(const LeftOnPage& one) {
  const nlohmann::ordered_json json = {
      {"cause", to_string(one.cause)}, {"what", one.what}, {"count", one.count}};
  return json.dump();
}

nlohmann::ordered_json json_of(const PageTold& told) {
  auto messages = nlohmann::ordered_json::array();
  for (const PageMessage& one : told.messages) {
    messages.push_back({{"names", one.names}, {"within", one.within}, {"text", one.text}});
  }
  auto counts = nlohmann::ordered_json::array();
  for (const PageCount& one : told.counts) {
    counts.push_back({{"link", one.link}, {"number", one.number}});
  }
  return {{"messages", std::move(messages)}, {"counts", std::move(counts)}};
}

int run_links(const LinksArguments& arguments) {
  const auto url = canonical_url(arguments.url);
  if (!url) return report_failure(url.error());
  std::ifstream in(arguments.file, std::ios::binary);
  if (!in) return report_failure({ErrorCode::not_found, "can't read " + arguments.file});
  const std::string html{std::istreambuf_iterator<char>(in), {}};
  const ReadOptions options{.url = *url, .content_type = arguments.content_type};
  const Page page = read_page_with_content(html, options, {.queries = arguments.forms});
  if (arguments.left) {
    const ParsedPage parsed(html, options);
    const bool runs_scripts = !page_scripts(html).empty();
    for (const LeftOnPage& one : left_on_page(parsed.document(), *url, runs_scripts)) {
      say(stdout, "{}\n", json_line(one));
    }
    return exit_code::kDone;
  }
  if (arguments.told) {
    const auto told = json_of(told_on_page(ParsedPage(html, options).document(), *url));
    say(stdout, "{}\n",
        told.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    return exit_code::kDone;
  }
  if (arguments.forms) {
    for (const QueryForm& form : page.forms) say(stdout, "{}\n", json_line(form));
    return exit_code::kDone;
  }
  for (const LinkObservation& link : page.links) {
    if (arguments.json) {
      say(stdout, "{}\n", json_line(link));
    } else {
      say(stdout, "{}\n  {}  \"{}\"\n", terminal_line(link.url), terminal_line(link.tag_path),
          terminal_line(link.anchor));
    }
  }
  return exit_code::kDone;
}

}  // namespace

void add_links(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("links", "print the links of an HTML file, with their paths");
  auto arguments = std::make_shared<LinksArguments>();
  command->add_option("FILE", arguments->file, "the page's HTML")->required();
  command
      ->add_option("--url", arguments->url, "the URL of the page, against which links are resolved")
      ->required();
  command->add_option("--content-type", arguments->content_type, "the header it was served with")
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "one JSON object per link");
  command->add_flag("--forms", arguments->forms,
                    "print the forms of the page instead, one JSON object each");
  command->add_flag("--left", arguments->left,
                    "print what of the page leads to no request instead, one JSON object each");
  command->add_flag("--told", arguments->told,
                    "print messages that the page sets off, and numbers at its links, instead");
  command->callback([arguments, &context] { context.exit_code = run_links(*arguments); });
}

}  // namespace tagtrail::host
