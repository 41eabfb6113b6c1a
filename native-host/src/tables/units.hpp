// Units that names of columns say: `Population (thousands)`, `CO2 [kt]`, `Umsatz in Mio. EUR`.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail::host {

/// As written; empty where the name says none for sure.
std::string unit_of_name(std::string_view name);

}  // namespace tagtrail::host
