// Assumed, besides what web_hosts.hpp says: hosts are made with twelve systems, whose markup
// differs; half of them have class names of their own besides. A text has 40 to 140 words, one in
// four of those on topic from the topic (24 words, the first more often), and links to its list,
// the home page, three texts of its section and one of any. Three in 100 texts have a dead link,
// one in 100 a link that is sent on to the home page. Lists have 8 to 30 entries and link to the
// next and to two further ones.
#include "templates/web/web.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generated/spread.hpp"
#include "templates/web/web_forms.hpp"
#include "templates/web/web_statements.hpp"

namespace tagtrail::host::templates {
namespace {

using generated::mix;

/// What a system makes pages of; several elements one in the other with blanks between.
struct System {
  std::string_view menu, menu_entry, body, entries, entry, related, foot;
};
constexpr std::array<System, kWebSystems> kLooks{{
    {"div#nav ul", "li", "div#content div.inner", "ul.posts", "li.post", "div.related ul",
     "div#footer"},
    {"nav ul.menu", "li.menu-item", "main", "section.listing", "article.teaser", "aside", "footer"},
    {"table.top tr", "td", "table.main tr td.body", "table.rows", "tr", "p.see", "div.bottom"},
    {"div.navbar div.container ul", "li", "div.container div.row div.col", "div.cards", "div.card",
     "div.more ul", "footer div.container"},
    {"div#header div.links", "span", "div#main", "dl", "dd", "div.box", "div#copyright"},
    {"div#menu", "p", "div#page div#center", "ol", "li", "ul.also", "address"},
    {"header nav", "b", "div.wrapper section", "div.grid", "div.cell", "div.suggest", "footer"},
    {"ul#tabs", "li", "div#tab-body", "div.view-content", "div.views-row", "div.block ul",
     "div.region-footer"},
    {"center", "font", "center table tr td", "blockquote", "p", "blockquote small", "center small"},
    {"div.site-header div.menu-main ul", "li", "div.site-content article", "div.archive",
     "div.loop-item h2", "section.similar", "div.site-footer"},
    {"div.sidebar ul", "li", "div.column", "ul.catalogue", "li div.product-cell", "ul.tips",
     "div.legal"},
    {"map", "span", "div#bd div.yui", "div.results", "div.result h3", "div.rail", "div#ft"},
}};

const System& system_of(const WebHost& host) { return kLooks[host.system]; }

/// Opens one element in the other; how many.
std::size_t open_all(Sheet& sheet, std::string_view selectors, std::string_view own_class) {
  std::size_t opened = 0;
  while (!selectors.empty()) {
    const std::size_t blank = std::min(selectors.find(' '), selectors.size());
    std::string selector(selectors.substr(0, blank));
    selectors.remove_prefix(std::min(blank + 1, selectors.size()));
    if (selectors.empty() && !own_class.empty()) selector.append(".").append(own_class);
    sheet.open(selector);
    ++opened;
  }
  return opened;
}

std::size_t template_of(const WebHost& host, const Ref& ref) {
  if (ref.kind == kWebText) return static_cast<std::size_t>(host.sections[ref.b].kind);
  if (ref.kind == kWebHome) return static_cast<std::size_t>(Template::home);
  return static_cast<std::size_t>(ref.kind == kWebList ? Template::list : Template::other);
}

}  // namespace

Web::Web(const WebOptions& options, std::uint32_t texts, std::uint64_t seed)
    : seed_(seed), hosts_(options, texts, seed), urls_(hosts_, seed) {}

std::uint64_t Web::roll(const Ref& ref, std::uint64_t what) const {
  return mix(mix(mix(seed_, ref.a), mix(ref.kind, ref.b)), mix(ref.c, what));
}

bool Web::is_on_topic(const Ref& ref) const {
  const WebHost& host = hosts_.at(ref.a);
  if (host.topic == kTopics || ref.kind >= kWebDead || ref.kind == kWebOther) return false;
  return ref.kind != kWebText || chance_of(roll(ref, 1)) < host.focus;
}

bool Web::has_topic_form(const Ref& ref) const {
  const WebHost& host = hosts_.at(ref.a);
  if (ref.kind == kWebForm) return ref.c == host.forms[ref.b].distance;
  return ref.kind == kWebHome &&
         std::any_of(host.forms.begin(), host.forms.end(),
                     [](const WebForm& form) { return form.distance == 0; });
}

std::string Web::title(const Ref& ref) const {
  const WebHost& host = hosts_.at(ref.a);
  if (ref.kind != kWebText) return {};
  std::string title = prose_.heading(roll(ref, 2), 40 + host.sections[ref.b].first % 7, 2);
  if (is_on_topic(ref)) {
    title += " ";
    title += topics()[host.topic].words[roll(ref, 3) % 12];
  }
  return title;
}

std::string Web::words_about(const Ref& ref, std::uint32_t count) const {
  const bool on_topic = is_on_topic(ref);
  std::string text;
  for (std::uint32_t part = 0; part * 12 < count; ++part) {
    text += prose_.text(roll(ref, 1000 + part), 60 + ref.a % 50, 12) + " ";
    for (std::uint32_t i = 0; on_topic && i < 4; ++i) {
      const double drawn = chance_of(roll(ref, 5000 + part * 4 + i));
      text += topics()[hosts_.at(ref.a).topic].words[static_cast<std::size_t>(24 * drawn * drawn)];
      text += " ";
    }
  }
  return text;
}

Reply Web::answer(const Ref& ref, Sheet& sheet) const {
  if (ref.kind == kWebDead) return {.status = 404};
  if (ref.kind == kWebMoved) return {.status = 302, .location = {kWebHome, ref.a, 0, 0}};
  const WebHost& host = hosts_.at(ref.a);
  sheet.open("html");
  head(ref, sheet);
  sheet.open("body");
  menu(ref, sheet);
  const std::string own =
      host.system % 2 == 0 ? "" : Prose::word(static_cast<std::uint32_t>(ref.a % 400));
  const std::size_t opened = open_all(sheet, system_of(host).body, own);
  thing(ref, sheet);
  if (ref.kind == kWebHome) home(ref, sheet);
  if (ref.kind == kWebList) list(ref, sheet);
  if (ref.kind == kWebText) text(ref, sheet);
  if (ref.kind == kWebOther) other(ref, sheet);
  if (ref.kind == kWebForm) way_to_form(ref, sheet);
  links_out(ref, sheet);
  sheet.close(opened);
  foot(ref, sheet);
  return {};
}

void Web::head(const Ref& ref, Sheet& sheet) const {
  const WebHost& host = hosts_.at(ref.a);
  const std::size_t of = template_of(host, ref);
  const std::string name = ref.kind == kWebText ? title(ref) : urls_.host_name(ref.a);
  sheet.open("head");
  sheet.raw("<meta charset=\"utf-8\">");
  std::string shown = name;
  if (ref.kind != kWebText && is_on_topic(ref)) {
    shown += " ";
    shown += topics()[host.topic].words[roll(ref, 4) % 4];
  }
  sheet.element("title", shown);
  if (chance_of(roll(ref, 5)) < host.markup[of]) {
    sheet.raw(head_of(thing_of(of, name, roll(ref, 6)), host.syntax[of]));
  }
  sheet.close();
}

void Web::thing(const Ref& ref, Sheet& sheet) const {
  const WebHost& host = hosts_.at(ref.a);
  const std::size_t of = template_of(host, ref);
  const std::string name = ref.kind == kWebText ? title(ref) : urls_.host_name(ref.a);
  const bool marked = chance_of(roll(ref, 5)) < host.markup[of];
  sheet.raw(html_of(thing_of(of, name, roll(ref, 6)),
                    marked ? std::optional(host.syntax[of]) : std::nullopt));
}

/// What a link on the way to a form says.
std::string Web::invitation(const Ref& to) const {
  const std::uint64_t drawn = roll(to, 7);
  const WebHost& host = hosts_.at(to.a);
  const auto& invites = topics()[std::min(host.topic, kTopics - 1)].invites;
  if (drawn % 10 >= 7) return std::string(mix(drawn, 1) % 2 == 0 ? "More" : "Services");
  return std::string(mix(drawn, 1) % 3 == 0 ? "Advanced search"
                                            : invites[mix(drawn, 2) % invites.size()]);
}

void Web::link_to_form(std::uint32_t host, std::uint32_t form, Sheet& sheet) const {
  if (hosts_.at(host).forms[form].distance == 0) return;
  const Ref to{kWebForm, host, form, 1};
  sheet.link(to, invitation(to));
}

void Web::menu(const Ref& ref, Sheet& sheet) const {
  const WebHost& host = hosts_.at(ref.a);
  const SiteWords& words = site_words(host.language);
  const Ref place{kWebHome, ref.a, 0, 0};
  const std::size_t opened = open_all(sheet, system_of(host).menu, "");
  const auto entry = [&](const Ref& to, std::string_view text) {
    sheet.open(system_of(host).menu_entry);
    sheet.link(to, text);
    sheet.close();
  };
  entry(place, words.home);
  for (std::uint32_t section = 0; section < host.sections.size(); ++section) {
    const auto kind = static_cast<std::size_t>(host.sections[section].kind);
    entry({kWebList, ref.a, section, 0}, fmt::format("{} {}", words.kinds[kind][0], section + 1));
  }
  entry({kWebOther, ref.a, kAbout, 0}, words.about);
  entry({kWebOther, ref.a, kContact, 0}, words.contact);
  if (chance_of(roll(place, 8)) < 0.4) entry({kWebOther, ref.a, kLogin, 0}, words.login);
  for (std::uint32_t form = 0; form < host.forms.size(); ++form) {
    if (!host.forms[form].in_menu || host.forms[form].distance == 0) continue;
    sheet.open(system_of(host).menu_entry);
    link_to_form(ref.a, form, sheet);
    sheet.close();
  }
  sheet.close(opened);
  if (chance_of(roll(place, 9)) < 0.5) sheet.raw(site_search(words, roll(place, 10)));
}

void Web::home(const Ref& ref, Sheet& sheet) const {
  const WebHost& host = hosts_.at(ref.a);
  sheet.element("p", words_about(ref, 60));
  for (std::uint32_t form = 0; form < host.forms.size(); ++form) {
    if (host.forms[form].distance == 0) {
      sheet.raw(topic_form(topics()[host.topic], roll(ref, 20 + form)));
    } else if (!host.forms[form].in_menu) {
      sheet.open("p.service");
      link_to_form(ref.a, form, sheet);
      sheet.close();
    }
  }
  const std::size_t opened = open_all(sheet, system_of(host).entries, "");
  for (std::uint32_t at = 0; at < std::min<std::uint32_t>(8, host.texts); ++at) {
    const auto section = static_cast<std::uint32_t>(roll(ref, 30 + at) % host.sections.size());
    const auto number =
        static_cast<std::uint32_t>(roll(ref, 50 + at) % host.sections[section].texts);
    const Ref to{kWebText, ref.a, section, number};
    const std::size_t entry = open_all(sheet, system_of(host).entry, "");
    sheet.link(to, title(to));
    sheet.close(entry);
  }
  sheet.close(opened);
}

void Web::list(const Ref& ref, Sheet& sheet) const {
  const WebHost& host = hosts_.at(ref.a);
  const SiteWords& words = site_words(host.language);
  const Ref place{kWebHome, ref.a, 0, 0};
  if (chance_of(roll(place, 11)) < 0.25) sheet.raw(sorting_form(roll(place, 12)));
  const std::uint32_t all = host.sections[ref.b].texts;
  const std::uint32_t lists = (all + host.per_list - 1) / host.per_list;
  const std::uint32_t end = std::min(all, (ref.c + 1) * host.per_list);
  const std::size_t opened = open_all(sheet, system_of(host).entries, "");
  for (std::uint32_t number = ref.c * host.per_list; number < end; ++number) {
    const Ref to{kWebText, ref.a, ref.b, number};
    const std::size_t entry = open_all(sheet, system_of(host).entry, "");
    sheet.link(to, title(to));
    if (host.system % 3 == 0) sheet.element("span", prose_.text(roll(to, 13), 3, 6));
    sheet.close(entry);
  }
  sheet.close(opened);
  sheet.open("div.pages");
  for (std::uint32_t ahead = 1; ahead <= 3 && ref.c + ahead < lists; ++ahead) {
    const Ref to{kWebList, ref.a, ref.b, ref.c + ahead};
    sheet.link(to, ahead == 1 ? std::string(words.next) : fmt::format("{}", to.c + 1));
  }
  sheet.close();
}

void Web::text(const Ref& ref, Sheet& sheet) const {
  const WebHost& host = hosts_.at(ref.a);
  const Ref place{kWebHome, ref.a, 0, 0};
  sheet.link(
      {kWebList, ref.a, ref.b, ref.c / host.per_list},
      site_words(host.language).kinds[static_cast<std::size_t>(host.sections[ref.b].kind)][1],
      "a.up");
  sheet.element("p", words_about(ref, 40 + static_cast<std::uint32_t>(roll(ref, 14) % 100)));
  const bool leads_to_forms = chance_of(roll(place, 15)) < 0.4;
  if (leads_to_forms && !host.forms.empty() && roll(ref, 16) % 10 < 3) {
    sheet.open("p.tip");
    link_to_form(ref.a, static_cast<std::uint32_t>(roll(ref, 17) % host.forms.size()), sheet);
    sheet.close();
  }
  if (roll(ref, 18) % 100 < 3) {
    sheet.link({kWebDead, ref.a, 0, static_cast<std::uint32_t>(roll(ref, 19) % 10'000)},
               prose_.heading(roll(ref, 19), 5, 2));
  }
  if (roll(ref, 21) % 100 == 0) {
    sheet.link({kWebMoved, ref.a, 0, static_cast<std::uint32_t>(roll(ref, 22) % 100)},
               prose_.heading(roll(ref, 22), 5, 2));
  }
  const std::size_t opened = open_all(sheet, system_of(host).related, "");
  for (std::uint64_t at = 0; at < 4; ++at) {
    const auto section =
        at == 3 ? static_cast<std::uint32_t>(roll(ref, 23) % host.sections.size()) : ref.b;
    const Ref to{kWebText, ref.a, section,
                 static_cast<std::uint32_t>(roll(ref, 24 + at) % host.sections[section].texts)};
    sheet.link(to, title(to));
  }
  sheet.close(opened);
}

void Web::other(const Ref& ref, Sheet& sheet) const {
  const Ref place{kWebHome, ref.a, 0, 0};
  sheet.element("p", words_about(ref, 70));
  if (ref.b == kContact && chance_of(roll(place, 25)) < 0.7) {
    sheet.raw(contact_form(roll(place, 26)));
  }
  if (ref.b == kLogin) sheet.raw(login_form(roll(place, 27)));
}

void Web::way_to_form(const Ref& ref, Sheet& sheet) const {
  const WebHost& host = hosts_.at(ref.a);
  sheet.element("p", words_about(ref, 40));
  if (has_topic_form(ref)) {
    sheet.raw(topic_form(topics()[host.topic], mix(roll({kWebHome, ref.a, 0, 0}, 28), ref.b)));
    return;
  }
  const Ref to{kWebForm, ref.a, ref.b, ref.c + 1};
  sheet.open("p");
  sheet.link(to, invitation(to));
  sheet.close();
}

void Web::links_out(const Ref& ref, Sheet& sheet) const {
  const WebHost& host = hosts_.at(ref.a);
  const auto link = [&](std::uint32_t number, std::uint64_t drawn) {
    const WebHost& other = hosts_.at(number);
    Ref to{kWebHome, number, 0, 0};
    if (mix(drawn, 3) % 2 == 0) {
      const auto section = static_cast<std::uint32_t>(mix(drawn, 4) % other.sections.size());
      to = {kWebText, number, section,
            static_cast<std::uint32_t>(mix(drawn, 5) % other.sections[section].texts)};
    }
    sheet.link(to, to.kind == kWebText ? title(to) : urls_.host_name(number));
  };
  sheet.open("p.links");
  for (const WebHost::Sponsored& sponsored : host.sponsored) {
    if (!(sponsored.page == ref)) continue;
    sheet.link({kWebHome, sponsored.host, 0, 0}, urls_.host_name(sponsored.host));
  }
  if (ref.kind == kWebText || ref.kind == kWebHome) {
    const auto links = static_cast<std::uint64_t>(std::floor(host.out + chance_of(roll(ref, 60))));
    for (std::uint64_t at = 0; at < links; ++at) {
      const std::uint64_t drawn = roll(ref, 61 + at);
      link(hosts_.linked(ref.a, drawn), drawn);
    }
  }
  sheet.close();
}

void Web::foot(const Ref& ref, Sheet& sheet) const {
  const WebHost& host = hosts_.at(ref.a);
  const Ref place{kWebHome, ref.a, 0, 0};
  const std::size_t opened = open_all(sheet, system_of(host).foot, "");
  sheet.link({kWebOther, ref.a, kHelp, 0}, site_words(host.language).help);
  if (chance_of(roll(place, 29)) < 0.25) sheet.raw(newsletter_form(roll(place, 28)));
  sheet.close(opened);
}

}  // namespace tagtrail::host::templates
