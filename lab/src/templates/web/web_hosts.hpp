// The hosts of a generated web: how large each is, what it is about, what its templates do, which
// forms it has. Pages are computed from these; nothing is held per page but few links.
//
// Assumed, all of it:
// - Size. Texts are dealt to hosts by 1 / (rank + 2), rank at random, at least 4 each (Zipf): of
// 300
//   hosts the ten largest have 42 % of the texts.
// - Topic. A host is about the wanted topic with WebOptions::topic_share, else one of seven others,
//   or about nothing (one in four of the rest). Of its pages 0.6 to 0.95 are on it.
// - Kinds of pages (products, events, recipes, articles, profiles). The main kind of a host is
// drawn
//   with the weights of its topic (general: 2 2 2 3 1); three in four of its sections have it, the
//   others any. Sections: 1 for 120 texts, 1 to 10, of equal size.
// - Structured data. Whether a page has any is drawn with a probability that belongs to its
// template
//   (host and kind of page). Its logit is a sum: one for all (fitted to the density), of the kind
//   (event, product 0.8, recipe 1, profile 0, article -0.3, home -0.5, list -1.5, others -2.5), of
//   the topic (normal, deviation 0.7), of the host (2) and of the template (1.5). So it gathers in
//   hosts and in kinds of pages, and neither tells it for certain.
// - Syntax. Each host has one (Microdata 35, RDFa or Open Graph 30, microformats 20, JSON-LD 15 of
//   100), which four in five of its templates use, the others any.
// - Language: English 70 of 100, French, Spanish, German 10 each; hosts with a topic are English.
// - Forms. Those of a topic are dealt to its hosts, drawn with the root of their size, at most 3
//   each; the other topics have as many for their hosts. A form is on the home page (0.15), one
//   link from it (0.45), two (0.28) or three (0.12). The text of each link on the way invites to
//   search with 0.7 and says nothing else ("More"); the same for URLs. The first link stands in the
//   menu of all pages (0.4) or on the home page only; on 4 of 10 hosts 3 of 10 texts link to it,
//   too. Besides, hosts have a search of the site in the head of all pages (0.5), a login page
//   (0.4), a form to write to them (0.7), one for a newsletter (0.25), one to sort lists (0.25).
// - Links to other hosts, a page: none on one host of four, else 0.2 to 2.5 on average: to a host
// of
//   the same topic (0.7) or to any, drawn with the root of its size; to the home page or to a text,
//   as likely. Every host is linked from an earlier one, drawn the same way, so all can be reached.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "templates/sheet.hpp"
#include "templates/web/web_options.hpp"
#include "templates/web/web_words.hpp"

namespace tagtrail::host::templates {

/// Ref::kind of a page; Ref::a is the host.
enum WebPage : std::uint32_t {
  kWebHome,
  kWebList,   ///< b: section, c: which of its lists
  kWebText,   ///< b: section, c: which of its texts
  kWebOther,  ///< b: WebOther
  kWebForm,   ///< b: form, c: links from the home page; the last one has it, the others lead there
  kWebDead,   ///< c: a number; 404
  kWebMoved,  ///< c: a number; 302 to the home page
};
inline constexpr std::uint32_t kWebSystems = 12;
enum WebOther : std::uint32_t { kAbout, kContact, kHelp, kLogin };

/// Templates of a host: one a kind of text, and those of the other pages.
enum class Template : std::uint8_t { home = kKinds, list, other };
inline constexpr std::size_t kTemplates = kKinds + 3;
enum class Syntax : std::uint8_t { microdata, rdfa, open_graph, microformats, json_ld };

struct WebForm {
  std::uint32_t distance = 0;  ///< links from the home page
  bool in_menu = false;
};

struct WebHost {
  struct Section {
    Kind kind = Kind::article;
    std::uint32_t texts = 0;
    std::uint32_t first = 0;  ///< number of its first text on the host
  };
  struct Sponsored {
    Ref page;
    std::uint32_t host = 0;  ///< that it links to
  };

  std::size_t topic = kTopics;  ///< kTopics: about nothing
  double focus = 0;             ///< share of its pages on topic
  std::uint32_t texts = 0;
  std::uint32_t per_list = 20;
  std::vector<Section> sections;
  std::size_t language = 0;
  std::uint32_t style = 0;                  ///< of URLs
  std::uint32_t system = 0;                 ///< whose templates it uses
  double out = 0;                           ///< links to other hosts a page, on average
  std::array<double, kTemplates> markup{};  ///< probability by template
  std::array<Syntax, kTemplates> syntax{};
  std::vector<WebForm> forms;
  std::vector<Sponsored> sponsored;
};

class WebHosts {
 public:
  WebHosts(const WebOptions& options, std::uint32_t texts, std::uint64_t seed);

  std::uint32_t size() const { return static_cast<std::uint32_t>(hosts_.size()); }
  const WebHost& at(std::uint32_t host) const { return hosts_[host]; }
  /// A host that `host` links to.
  std::uint32_t linked(std::uint32_t host, std::uint64_t drawn) const;
  /// Pages in all, but for dead links.
  std::uint64_t pages() const;

 private:
  /// Hosts of one topic with the sums of their weights.
  struct Pool {
    std::vector<std::uint32_t> hosts;
    std::vector<double> sums;

    void add(std::uint32_t host, double weight);
    std::uint32_t draw(double uniform) const;
  };

  void draw_host(std::uint32_t number, const WebOptions& options, std::uint32_t texts);
  void fit_markup(double density);
  void deal_forms(const WebOptions& options);
  void link_hosts();

  std::uint64_t seed_;
  std::vector<WebHost> hosts_;
  std::array<Pool, kTopics + 1> pools_;
  Pool all_;
};

/// Pages of a template on a host.
double pages_of(const WebHost& host, std::size_t of);
/// Uniform in [0, 1), from a number that mix() made.
double chance_of(std::uint64_t mixed);

}  // namespace tagtrail::host::templates
