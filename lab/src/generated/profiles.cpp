#include <algorithm>
#include <array>
#include <string>

#include "generated/profile.hpp"

namespace tagtrail::host::generated {
namespace {

constexpr Figure pub(double value) { return {value, Provenance::published}; }
constexpr Figure ass(double value) { return {value, Provenance::assumed}; }
constexpr auto kHtml = UrlStyle::html;
constexpr auto kSlug = UrlStyle::slug;
constexpr auto kNode = UrlStyle::node;
constexpr auto kQuery = UrlStyle::query;

// Columns: fully crawled or not, URLs that answer without an error, pages, targets; neither or
// dead, share of pages that link to targets, size mean and deviation in MB, depth mean and
// deviation; redirects per page; languages, URLs, extensionless file URLs, hashed classes, page
// ids, archive share. Published pages, and neither or dead, are sums over the columns of the
// confusion matrices of the kit (mean of 15 runs, classifier on URLs alone); all else that is
// published is Table 1.
// clang-format off
constexpr std::array kProfiles = {
    Profile{"ab", "abs.gov.au", false, pub(952'260), ass(668'000), pub(263'260),
            ass(29'000), pub(.0886), pub(4.50), pub(56.04), pub(8.94), pub(2.56),
            ass(.010), {"en", kSlug, .15, false, true, .04}},
    Profile{"as", "assemblee-nationale.fr", false, pub(949'420), ass(775'000), pub(155'940),
            ass(28'000), pub(.0434), pub(0.54), pub(6.38), pub(5.84), pub(1.07),
            ass(.010), {"fr", kQuery, .30, false, false, .10}},
    Profile{"be", "bea.gov", true, pub(31'230), pub(13'391), pub(15'840),
            pub(2'826), pub(.3219), pub(2.03), pub(6.99), pub(5.73), pub(3.21),
            ass(.020), {"en", kHtml, .05, false, true, .05}},
    Profile{"ce", "census.gov", false, pub(988'370), ass(709'000), pub(257'680),
            ass(30'000), pub(.0347), pub(1.51), pub(15.77), pub(4.23), pub(0.48),
            ass(.010), {"en", kHtml, .05, false, false, .05}},
    Profile{"cl", "collectivites-locales.gouv.fr", true, pub(5'540), pub(1'679), pub(3'700),
            pub(445), pub(.0540), pub(1.15), pub(4.91), pub(2.80), pub(0.82),
            ass(.010), {"fr", kSlug, .10, false, false, .03}},
    Profile{"cn", "cnis.fr", true, pub(12'800), pub(5'278), pub(7'490),
            pub(13), pub(.1387), pub(0.43), pub(1.74), pub(4.26), pub(1.59),
            ass(.005), {"fr", kSlug, .00, false, true, .05}},
    Profile{"ed", "education.gouv.fr", true, pub(102'710), pub(88'520), pub(10'470),
            pub(9'990), pub(.0395), pub(1.00), pub(3.07), pub(11.89), pub(13.22),
            ass(.020), {"fr", kSlug, .60, false, true, .06}},
    Profile{"il", "ilo.org", false, pub(990'710), ass(880'000), pub(81'010),
            ass(30'000), pub(.0253), pub(13.40), pub(110.01), pub(4.26), pub(1.28),
            ass(.020), {"en,fr,es", kNode, .50, false, true, .05}},
    Profile{"in", "interieur.gouv.fr", true, pub(922'460), pub(883'871), pub(22'980),
            pub(94'259), pub(.0154), pub(1.12), pub(3.06), pub(66.94), pub(39.43),
            ass(.010), {"fr", kSlug, .20, false, false, .08}},
    Profile{"is", "insee.fr", true, pub(285'550), pub(118'915), pub(168'880),
            pub(2'589), pub(.4134), pub(3.13), pub(21.43), pub(5.20), pub(1.81),
            ass(.000), {"fr,en", kQuery, .05, false, true, .02}},
    Profile{"jp", "soumu.go.jp", false, pub(993'870), ass(650'000), pub(328'830),
            ass(30'000), pub(.0630), pub(0.80), pub(4.49), pub(5.18), pub(1.29),
            ass(.005), {"ja,en", kHtml, .02, false, false, .05}},
    Profile{"ju", "justice.gouv.fr", true, pub(56'610), pub(40'811), pub(14'850),
            pub(1'449), pub(.0485), pub(0.48), pub(1.34), pub(86.91), pub(86.30),
            ass(.020), {"fr", kSlug, .10, false, true, .06}},
    Profile{"nc", "nces.ed.gov", true, pub(309'970), pub(221'839), pub(84'940),
            pub(2'134), pub(.1887), pub(1.10), pub(11.56), pub(3.63), pub(1.66),
            ass(.010), {"en", kHtml, .08, false, false, .04}},
    Profile{"oe", "oecd.org", true, pub(222'580), pub(161'167), pub(45'040),
            pub(6'736), pub(.1561), pub(2.31), pub(23.37), pub(6.28), pub(5.65),
            ass(.070), {"en,fr", kHtml, .30, true, false, .05}},
    Profile{"ok", "okfn.org", true, pub(423'120), pub(397'039), pub(12'950),
            pub(13'005), pub(.0074), pub(0.04), pub(0.24), pub(2.64), pub(2.89),
            ass(.010), {"en,es", kSlug, .25, false, true, .12}},
    Profile{"qa", "psa.gov.qa", true, pub(4'360), pub(1'342), pub(2'450),
            pub(1'567), pub(.0415), pub(2.97), pub(19.28), pub(3.03), pub(0.61),
            ass(.010), {"en,ar", kQuery, .10, false, false, .02}},
    Profile{"wh", "who.int", false, pub(351'860), ass(286'000), pub(55'590),
            ass(11'000), pub(.1419), pub(1.26), pub(11.14), pub(4.43), pub(0.62),
            ass(.020), {"en,fr,es", kSlug, .40, true, false, .06}},
    Profile{"wo", "worldbank.org", false, pub(223'670), ass(193'000), pub(23'100),
            ass(7'000), pub(.0238), pub(2.80), pub(27.16), pub(4.52), pub(0.69),
            ass(.020), {"en,fr,es", kSlug, .45, true, true, .05}},
};
// clang-format on

}  // namespace

double Profile::dead() const {
  const double rest = pages.value * (1 + redirect_share.value) + targets.value +
                      neither_or_dead.value - available.value;
  return std::clamp(rest, 0.0, neither_or_dead.value);
}

std::span<const Profile> profiles() { return kProfiles; }

Expected<Profile> find_profile(std::string_view name) {
  std::string known;
  for (const Profile& profile : kProfiles) {
    if (profile.name == name) return profile;
    known += known.empty() ? "" : " ";
    known += profile.name;
  }
  return fail(ErrorCode::invalid_argument,
              "no profile " + std::string(name) + "; the profiles are: " + known);
}

}  // namespace tagtrail::host::generated
