#include "templates/web/web_training.hpp"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "content/read_content.hpp"
#include "generated/spread.hpp"
#include "templates/web/web.hpp"
#include "templates/web/web_forms.hpp"
#include "training/backward_crawl.hpp"

namespace tagtrail::host::templates {
namespace {

using generated::mix;

constexpr std::size_t kPages = 400;
constexpr std::size_t kForms = 200;

std::optional<Response> read(const Web& web, const Ref& ref) {
  Sheet sheet(web);
  if (web.answer(ref, sheet).status != 200) return std::nullopt;
  Response response;
  response.final_url = web.path(ref);
  response.is_page = true;
  response.page = read_page_with_content(sheet.take(), {response.final_url, "text/html", false},
                                         {.forms = true});
  return response;
}

/// All pages, breadth first from the first host.
std::vector<Ref> pages_of_web(const Web& web) {
  std::vector<Ref> met{Ref{}};
  std::unordered_set<Ref, HashRef> known{Ref{}};
  for (std::size_t i = 0; i < met.size(); ++i) {
    Sheet sheet(web);
    if (web.answer(met[i], sheet).status != 200) continue;
    for (const Ref& link : sheet.links()) {
      if (known.insert(link).second) met.push_back(link);
    }
  }
  std::erase_if(met, [](const Ref& ref) { return ref.kind >= kWebDead; });
  return met;
}

Form form_of(const std::string& html) {
  Page page = read_page_with_content("<body>" + html, {"http://page.invalid/", "text/html", false},
                                     {.forms = true});
  return page.content.forms.empty() ? Form{} : std::move(page.content.forms.front());
}

void add_pages(const Web& web, const std::vector<Ref>& all, std::size_t topic, std::uint64_t seed,
               TrainingCases& cases) {
  const generated::Shuffled order(all.size(), seed);
  std::array<std::size_t, 3> left{kPages / 2, kPages / 2, kPages};  // none, another, this one
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Ref& ref = all[order(i)];
    const bool on_any = web.is_on_topic(ref);
    const bool wanted = on_any && web.hosts().at(ref.a).topic == topic;
    std::size_t& more = left.at(wanted ? 2 : (on_any ? 1 : 0));
    if (more == 0) continue;
    --more;
    auto response = read(web, ref);
    if (!response) continue;
    response->page.links = {};
    cases.pages.at(wanted ? 1 : 0).push_back(std::move(response->page));
  }
}

void add_forms(std::size_t topic, std::uint64_t seed, TrainingCases& cases) {
  for (std::uint64_t i = 0; i < kForms; ++i) {
    const std::uint64_t drawn = mix(mix(seed, 81), i);
    const SiteWords& words = site_words(mix(drawn, 1) % kLanguages);
    const std::size_t other = (topic + 1 + mix(drawn, 2) % (kTopics - 1)) % kTopics;
    const std::size_t any = mix(drawn, 3) % kTopics;
    const bool whole_site = mix(drawn, 4) % 3 == 0;
    cases.forms[1].push_back(
        form_of(whole_site ? site_search(words, drawn) : topic_form(topics()[any], drawn)));
    const std::array<std::string, 4> uses{login_form(drawn), contact_form(drawn),
                                          newsletter_form(drawn), sorting_form(drawn)};
    cases.forms[0].push_back(form_of(uses.at(mix(drawn, 5) % uses.size())));
    cases.domain_forms[1].push_back(form_of(topic_form(topics()[topic], drawn)));
    cases.domain_forms[0].push_back(
        form_of(whole_site ? site_search(words, drawn) : topic_form(topics()[other], drawn)));
  }
}

Expected<void> add_links(const Web& web, const std::vector<Ref>& all, std::size_t topic,
                         TrainingCases& cases) {
  Urls wanted;
  for (const Ref& ref : all) {
    if (web.has_topic_form(ref) && web.hosts().at(ref.a).topic == topic) {
      wanted.insert(web.path(ref));
    }
  }
  if (wanted.empty()) {
    return fail(ErrorCode::invalid_argument,
                "the web has no search form of the topic to learn from: --forms is too low");
  }
  const EachPage each_page = [&](const auto& take) -> Expected<void> {
    for (const Ref& ref : all) {
      if (auto response = read(web, ref)) TRY(take(std::move(*response)));
    }
    return {};
  };
  return crawl_backwards(std::move(wanted), TrainingLimits{}.levels, each_page, cases.links);
}

}  // namespace

Expected<Training> train_on_web(const WebOptions& options, std::uint32_t texts,
                                std::uint64_t seed) {
  const Web web(options, texts, seed + 1);
  const std::size_t topic = find_topic(options.topic);
  const auto all = pages_of_web(web);
  TrainingCases cases;
  add_pages(web, all, topic, seed + 1, cases);
  add_forms(topic, seed + 1, cases);
  TRY(add_links(web, all, topic, cases));
  return train_ache(cases);
}

}  // namespace tagtrail::host::templates
