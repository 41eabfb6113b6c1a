#include "tagtrail/policy.hpp"

namespace tagtrail {

Verdict Policy::on_type_check(const LinkView& /*link*/, UrlClass url_class,
                              std::uint16_t /*status*/) {
  switch (url_class) {
    case UrlClass::html:
      return Verdict::later;
    case UrlClass::target:
      return Verdict::fetch_now;
    case UrlClass::neither:
    case UrlClass::dead:
      return Verdict::drop;
  }
  return Verdict::drop;
}

Reason Policy::explain(const LinkView& /*link*/) const { return {}; }
void Policy::on_outcome(const Outcome& /*outcome*/) {}
void Policy::page_begin(const LinkView& /*link*/, bool /*chosen*/, const Page& /*page*/) {}
void Policy::page_end(double /*reward*/) {}
std::optional<double> Policy::expected_remaining() const { return std::nullopt; }
std::optional<double> Policy::expected_files(UrlId /*url*/) const { return std::nullopt; }

Foresight Policy::foresee(const LinkView& link, std::string_view /*page*/) const {
  return {expected_files(link.url), std::nullopt};
}

bool Policy::teach(const std::vector<LinkView>& /*links*/, double /*files*/, double /*weight*/) {
  return false;
}

void Policy::page_observed() {}
void Policy::host_changed(HostId /*host*/) {}

std::vector<GroupReport> Policy::groups() const { return {}; }
Confusion Policy::confusion() const { return {}; }

const PolicyInfo* find_policy(std::string_view name) {
  for (const PolicyInfo& info : policies()) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

}  // namespace tagtrail
