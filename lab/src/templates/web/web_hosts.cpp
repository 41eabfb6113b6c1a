#include "templates/web/web_hosts.hpp"

#include <algorithm>
#include <cmath>

#include "generated/spread.hpp"
#include "tagtrail/random.hpp"

namespace tagtrail::host::templates {
namespace {

using generated::mix;

constexpr std::uint32_t kFewestTexts = 4;
constexpr std::uint32_t kTextsOfSection = 120;
constexpr std::uint32_t kMostSections = 10;
constexpr std::uint32_t kStyles = 6;
constexpr std::size_t kMostForms = 3;
constexpr std::array<double, kTemplates> kKindLogits{0.8, 0.8, 1.0, -0.3, 0, -0.5, -1.5, -2.5};
constexpr std::array<double, kKinds> kGeneralKinds{2, 2, 2, 3, 1};

/// Normal, by Box and Muller.
double normal(Random& random, double deviation) {
  const double u = 1 - random.uniform();
  return deviation * std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * random.uniform());
}

template <std::size_t N>
std::size_t weighted(Random& random, const std::array<double, N>& weights) {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  double left = random.uniform() * sum;
  for (std::size_t i = 0; i + 1 < N; ++i) {
    left -= weights[i];
    if (left < 0) return i;
  }
  return N - 1;
}

Syntax draw_syntax(Random& random) {
  return static_cast<Syntax>(weighted(random, std::array<double, 5>{35, 15, 15, 20, 15}));
}

double logistic(double logit) { return 1 / (1 + std::exp(-logit)); }

std::uint32_t form_pages(const WebHost& host) {
  std::uint32_t pages = 0;
  for (const WebForm& form : host.forms) pages += form.distance;
  return pages;
}

}  // namespace

double chance_of(std::uint64_t mixed) { return static_cast<double>(mixed >> 11U) * 0x1.0p-53; }

double pages_of(const WebHost& host, std::size_t of) {
  if (of == static_cast<std::size_t>(Template::home)) return 1;
  // About, contact, help and, on some, login; the way to forms is short.
  if (of == static_cast<std::size_t>(Template::other)) return 3 + form_pages(host);
  double pages = 0;
  for (const WebHost::Section& section : host.sections) {
    if (of == static_cast<std::size_t>(Template::list)) {
      const auto lists = (section.texts + host.per_list - 1) / host.per_list;
      pages += static_cast<double>(lists);
    } else if (of == static_cast<std::size_t>(section.kind)) {
      pages += section.texts;
    }
  }
  return pages;
}

void WebHosts::Pool::add(std::uint32_t host, double weight) {
  hosts.push_back(host);
  sums.push_back((sums.empty() ? 0 : sums.back()) + weight);
}

std::uint32_t WebHosts::Pool::draw(double uniform) const {
  const auto at = std::upper_bound(sums.begin(), sums.end(), uniform * sums.back());
  const auto place = static_cast<std::size_t>(at - sums.begin());
  return hosts[std::min(place, hosts.size() - 1)];
}

WebHosts::WebHosts(const WebOptions& options, std::uint32_t texts, std::uint64_t seed)
    : seed_(seed), hosts_(std::max<std::uint32_t>(options.hosts, 1)) {
  const generated::Shuffled ranks(hosts_.size(), seed);
  std::vector<double> weights;
  double sum = 0;
  for (std::uint32_t host = 0; host < size(); ++host) {
    weights.push_back(1 / (static_cast<double>(ranks(host)) + 2));
    sum += weights.back();
  }
  for (std::uint32_t host = 0; host < size(); ++host) {
    draw_host(host, options, static_cast<std::uint32_t>(texts * weights[host] / sum));
  }
  deal_forms(options);
  fit_markup(options.density);
  link_hosts();
}

void WebHosts::draw_host(std::uint32_t number, const WebOptions& options, std::uint32_t texts) {
  Random random(mix(mix(seed_, number), 1));
  WebHost& host = hosts_[number];
  const std::size_t wanted = find_topic(options.topic);
  if (number == 0 || random.uniform() < options.topic_share) {
    host.topic = wanted;
  } else if (random.uniform() >= 0.25) {
    host.topic = (wanted + 1 + random.below(kTopics - 1)) % kTopics;
  }
  const bool has_topic = host.topic < kTopics;
  host.focus = has_topic ? 0.6 + 0.35 * random.uniform() : 0;
  host.texts = std::max(texts, kFewestTexts);
  host.per_list = 8 + static_cast<std::uint32_t>(random.below(23));
  const auto& kinds = has_topic ? topics()[host.topic].kinds : kGeneralKinds;
  const std::size_t main = weighted(random, kinds);
  const std::uint32_t sections = std::clamp(host.texts / kTextsOfSection, 1U, kMostSections);
  for (std::uint32_t i = 0; i < sections; ++i) {
    const bool usual = i == 0 || random.uniform() < 0.75;
    const auto kind = static_cast<Kind>(usual ? main : random.below(kKinds));
    const std::uint32_t first = host.texts * i / sections;
    host.sections.push_back({kind, host.texts * (i + 1) / sections - first, first});
  }
  if (!has_topic && random.uniform() < 0.45) host.language = 1 + random.below(kLanguages - 1);
  host.style = static_cast<std::uint32_t>(random.below(kStyles));
  host.system = static_cast<std::uint32_t>(random.below(kWebSystems));
  host.out = random.uniform() < 0.25 ? 0 : 0.2 + 2.3 * random.uniform();
  const double root = std::sqrt(host.texts);
  pools_[host.topic].add(number, root);
  all_.add(number, root);
}

/// Where none are wanted, the probabilities are 0.
void WebHosts::fit_markup(double density) {
  if (density <= 0) return;
  std::array<double, kTopics + 1> of_topic{};
  Random topic_random(mix(seed_, 2));
  for (double& effect : of_topic) effect = normal(topic_random, 0.7);
  std::vector<std::array<double, kTemplates>> logits(hosts_.size());
  for (std::uint32_t number = 0; number < size(); ++number) {
    WebHost& host = hosts_[number];
    Random random(mix(mix(seed_, number), 3));
    const double of_host = of_topic[host.topic] + normal(random, 2);
    const Syntax usual = draw_syntax(random);
    for (std::size_t t = 0; t < kTemplates; ++t) {
      logits[number][t] = of_host + kKindLogits[t] + normal(random, 1.5);
      host.syntax[t] = random.uniform() < 0.8 ? usual : draw_syntax(random);
    }
  }
  const auto expected = [&](double shift) {
    double pages = 0;
    double with = 0;
    for (std::uint32_t number = 0; number < size(); ++number) {
      for (std::size_t t = 0; t < kTemplates; ++t) {
        const double count = pages_of(hosts_[number], t);
        pages += count;
        with += count * logistic(logits[number][t] + shift);
      }
    }
    return with / pages;
  };
  double low = -30;
  double high = 30;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (expected(middle) < density ? low : high) = middle;
  }
  for (std::uint32_t number = 0; number < size(); ++number) {
    for (std::size_t t = 0; t < kTemplates; ++t) {
      hosts_[number].markup[t] = logistic(logits[number][t] + low);
    }
  }
}

/// Of a topic that has too few hosts for its forms, each gets as many as a host may have.
void WebHosts::deal_forms(const WebOptions& options) {
  const double wanted = options.forms * static_cast<double>(pages());
  const std::size_t main = std::min(find_topic(options.topic), kTopics - 1);
  const auto of_main = static_cast<double>(std::max<std::size_t>(pools_[main].hosts.size(), 1));
  for (std::size_t topic = 0; topic < kTopics; ++topic) {
    Pool pool = pools_[topic];
    if (pool.hosts.empty()) continue;
    Random random(mix(mix(seed_, topic), 4));
    const double share = static_cast<double>(pool.hosts.size()) / of_main;
    const auto all = static_cast<std::size_t>(std::lround(wanted * share));
    const std::size_t most = std::min(all, pool.hosts.size() * kMostForms);
    for (std::size_t dealt = 0, tries = 0; dealt < most; ++tries) {
      // What is left over by chance goes to the first hosts that may have more.
      const std::uint32_t number =
          tries < 50 * most ? pool.draw(random.uniform()) : pool.hosts[tries % pool.hosts.size()];
      WebHost& host = hosts_[number];
      if (host.forms.size() == kMostForms) continue;
      const std::size_t distance = weighted(random, std::array<double, 4>{15, 45, 28, 12});
      host.forms.push_back({static_cast<std::uint32_t>(distance), random.uniform() < 0.4});
      ++dealt;
    }
  }
}

void WebHosts::link_hosts() {
  std::array<Pool, kTopics + 1> earlier;
  Pool any;
  for (std::uint32_t number = 0; number < size(); ++number) {
    const double root = std::sqrt(hosts_[number].texts);
    if (number > 0) {
      Random random(mix(mix(seed_, number), 5));
      const Pool& near = earlier[hosts_[number].topic];
      const bool alike = random.uniform() < 0.7 && !near.hosts.empty();
      const std::uint32_t from = (alike ? near : any).draw(random.uniform());
      WebHost& host = hosts_[from];
      Ref page{kWebHome, from, 0, 0};
      if (random.uniform() >= 0.3) {
        const auto section = static_cast<std::uint32_t>(random.below(host.sections.size()));
        page = {kWebText, from, section,
                static_cast<std::uint32_t>(random.below(host.sections[section].texts))};
      }
      host.sponsored.push_back({page, number});
    }
    earlier[hosts_[number].topic].add(number, root);
    any.add(number, root);
  }
}

std::uint32_t WebHosts::linked(std::uint32_t host, std::uint64_t drawn) const {
  const bool alike = chance_of(mix(drawn, 1)) < 0.7;
  const Pool& pool = alike ? pools_[hosts_[host].topic] : all_;
  return pool.draw(chance_of(mix(drawn, 2)));
}

std::uint64_t WebHosts::pages() const {
  double pages = 0;
  for (const WebHost& host : hosts_) {
    for (std::size_t t = 0; t < kTemplates; ++t) pages += pages_of(host, t);
  }
  return static_cast<std::uint64_t>(pages);
}

}  // namespace tagtrail::host::templates
