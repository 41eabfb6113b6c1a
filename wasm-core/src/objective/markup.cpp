#include "objective/markup.hpp"

#include <algorithm>
#include <array>

#include "objective/page_finding.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail {
namespace {

struct Syntax {
  std::string_view name;
  std::uint32_t MarkupCounts::*statements;
};
constexpr std::array kSyntaxes{
    Syntax{"microdata", &MarkupCounts::microdata}, Syntax{"rdfa", &MarkupCounts::rdfa},
    Syntax{"microformats", &MarkupCounts::microformats}, Syntax{"json-ld", &MarkupCounts::json_ld}};

using Counted = std::vector<std::uint32_t MarkupCounts::*>;

class Markup final : public Objective {
 public:
  Markup(Counted counted, const MarkupParameters& parameters)
      : counted_(std::move(counted)), parameters_(parameters) {}

  ContentNeeds needs() const override { return {.markup = true}; }

  Finding judge(const Response& response, std::string_view /*url*/) const override {
    return page_finding(response,
                        [this](const PageContent& content) { return gain_of(content.markup); });
  }

 private:
  double gain_of(const MarkupCounts& counts) const {
    double most = 0;
    double sum = 0;
    for (const auto statements : counted_) {
      most = std::max(most, static_cast<double>(counts.*statements));
      sum += counts.*statements;
    }
    if (most < static_cast<double>(parameters_.at_least)) return 0;
    return parameters_.count ? sum : 1;
  }

  Counted counted_;
  MarkupParameters parameters_;
};

Expected<Counted> parse_syntaxes(std::string_view list) {
  Counted counted;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    const std::string_view word = trim(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
    const auto found = std::find_if(kSyntaxes.begin(), kSyntaxes.end(),
                                    [&](const Syntax& syntax) { return syntax.name == word; });
    if (found == kSyntaxes.end()) {
      return fail(ErrorCode::invalid_argument,
                  "unknown markup '" + std::string(word) +
                      "'; there are: microdata, rdfa, microformats, json-ld");
    }
    counted.push_back(found->statements);
  }
  if (counted.empty()) return fail(ErrorCode::invalid_argument, "no kind of markup is named");
  return counted;
}

Expected<std::unique_ptr<Objective>> make_markup(const Config& config) {
  auto counted = TRY(parse_syntaxes(config.markup.syntaxes));
  if (config.markup.at_least < 1) {
    return fail(ErrorCode::invalid_argument, "a page needs at least one statement to be a target");
  }
  return std::make_unique<Markup>(std::move(counted), config.markup);
}

}  // namespace

const ObjectiveInfo kMarkup{
    .name = "markup",
    .summary = "pages with Microdata, RDFa, microformats or JSON-LD (--markup)",
    .of_pages = true,
    .target = "page",
    .gain = "pages",
    .make = make_markup};

}  // namespace tagtrail
