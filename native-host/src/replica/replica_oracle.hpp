// What a replica knows about every URL, for policies that need an oracle.
#pragma once

#include <memory>

#include "replica/replica.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/oracle.hpp"

namespace tagtrail::host {

/// For the scope and objective of `config`. Borrows the replica. The lists of targets and pages are
/// read when first asked for; targets are those that are targets on their own, whatever came
/// before. Errors: of the objective's parameters.
Expected<std::unique_ptr<Oracle>> make_oracle(Replica& replica, const Config& config);

}  // namespace tagtrail::host
