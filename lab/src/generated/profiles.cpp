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

// Published counts are sums over the columns of the confusion matrices of the kit (mean of 15 runs,
// classifier on URLs alone). Columns: pages, targets, neither or dead, dead share of these; share
// of pages that link to targets; size mean and deviation in MB; depth mean and deviation; redirects
// per page; languages, URLs, extensionless file URLs, hashed classes, page ids, archive share.
// clang-format off
constexpr std::array kProfiles = {
    Profile{"ab", "abs.gov.au", ass(700'000), ass(180'000), ass(20'000), ass(.5), ass(.11),
            ass(.9), ass(2.6), ass(7.5), ass(2.8), ass(.010), {"en", kSlug, .15, false, true, .04}},
    Profile{"as", "assemblee-nationale.fr", ass(600'000), ass(210'000), ass(30'000), ass(.6), ass(.22),
            ass(.6), ass(1.5), ass(7.0), ass(2.6), ass(.010), {"fr", kQuery, .30, false, false, .10}},
    Profile{"be", "bea.gov", pub(13'391), pub(16'054), pub(2'826), ass(.5), ass(.22),
            ass(1.2), ass(4.0), ass(4.5), ass(1.6), ass(.020), {"en", kHtml, .05, false, true, .05}},
    Profile{"ce", "census.gov", ass(750'000), ass(240'000), ass(35'000), ass(.5), ass(.14),
            ass(2.5), ass(9.0), ass(7.8), ass(3.0), ass(.010), {"en", kHtml, .05, false, false, .05}},
    Profile{"cl", "collectivites-locales.gouv.fr", pub(1'679), pub(3'693), pub(445), ass(.6), ass(.30),
            ass(.7), ass(1.8), ass(4.6), ass(1.6), ass(.010), {"fr", kSlug, .10, false, false, .03}},
    Profile{"cn", "cnis.fr", pub(5'278), pub(7'498), pub(13), ass(.7), ass(.35),
            ass(.5), ass(1.0), ass(4.2), ass(1.3), ass(.005), {"fr", kSlug, .00, false, true, .05}},
    Profile{"ed", "education.gouv.fr", pub(88'520), pub(10'354), pub(9'990), ass(.6), ass(.06),
            ass(.8), ass(2.0), ass(6.5), ass(2.6), ass(.020), {"fr", kSlug, .60, false, true, .06}},
    Profile{"il", "ilo.org", ass(650'000), ass(150'000), ass(40'000), ass(.6), ass(.15),
            ass(1.1), ass(3.0), ass(8.0), ass(3.4), ass(.020), {"en,fr,es", kNode, .50, false, true, .05}},
    Profile{"in", "interieur.gouv.fr", pub(883'871), pub(24'686), pub(94'259), ass(.7), ass(.02),
            ass(.8), ass(2.2), ass(8.5), ass(3.4), ass(.010), {"fr", kSlug, .20, false, false, .08}},
    Profile{"is", "insee.fr", pub(118'915), pub(169'770), pub(2'589), ass(.4), ass(.45),
            ass(1.5), ass(5.0), ass(7.2), ass(2.8), ass(.010), {"fr,en", kQuery, .05, false, true, .02}},
    Profile{"jp", "soumu.go.jp", ass(420'000), ass(330'000), ass(15'000), ass(.6), ass(.25),
            ass(.7), ass(1.8), ass(6.8), ass(2.3), ass(.005), {"ja,en", kHtml, .02, false, false, .05}},
    Profile{"ju", "justice.gouv.fr", pub(40'811), pub(14'845), pub(1'449), ass(.6), ass(.10),
            ass(.6), ass(1.6), ass(6.2), ass(2.4), ass(.020), {"fr", kSlug, .10, false, true, .06}},
    Profile{"nc", "nces.ed.gov", pub(221'839), pub(83'018), pub(2'134), ass(.6), ass(.16),
            ass(1.4), ass(5.0), ass(6.4), ass(2.0), ass(.010), {"en", kHtml, .08, false, false, .04}},
    Profile{"oe", "oecd.org", pub(161'167), pub(43'183), pub(6'736), ass(.6), ass(.12),
            ass(1.3), ass(3.5), ass(6.4), ass(2.2), ass(.020), {"en,fr", kHtml, .30, true, false, .05}},
    Profile{"ok", "okfn.org", pub(397'039), pub(12'727), pub(13'005), ass(.6), ass(.02),
            ass(.9), ass(3.0), ass(7.0), ass(2.8), ass(.010), {"en", kSlug, .25, false, true, .12}},
    Profile{"qa", "psa.gov.qa", pub(1'342), pub(2'434), pub(1'567), ass(.4), ass(.40),
            ass(1.0), ass(2.2), ass(4.2), ass(1.2), ass(.010), {"en,ar", kQuery, .10, false, false, .02}},
    Profile{"wh", "who.int", ass(800'000), ass(120'000), ass(40'000), ass(.6), ass(.10),
            ass(1.2), ass(3.2), ass(7.4), ass(2.8), ass(.020), {"en,fr,es", kSlug, .40, true, false, .06}},
    Profile{"wo", "worldbank.org", ass(700'000), ass(200'000), ass(30'000), ass(.5), ass(.16),
            ass(1.8), ass(6.0), ass(8.2), ass(3.2), ass(.020), {"en,fr,es", kSlug, .45, true, true, .05}},
};
// clang-format on

}  // namespace

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
