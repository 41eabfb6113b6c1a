// Queries of a form as links of the page that shows it.
#pragma once

#include <optional>

#include "forms/asked_form.hpp"
#include "tagtrail/link.hpp"

namespace tagtrail {

/// `<form action=/get><input type=hidden name=id value=7><button>Download</button></form>`: a link
/// in other words. Nothing where it leads nowhere.
std::optional<LinkObservation> link_of_button(const QueryForm& form, const FormShape& shape);

/// At a place of its own: `.../form?topic+year`.
LinkObservation link_of_query(const FormShape& form, const AskedQuery& query);

}  // namespace tagtrail
