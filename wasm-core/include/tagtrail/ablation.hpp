// Which parts of a policy can be left out, to see what each is worth.
#pragma once

#include <string_view>
#include <vector>

namespace tagtrail {

/// The words of TrailParameters::without; empty for a policy of which nothing can be left out.
std::vector<std::string_view> parts_of_policy(std::string_view policy);

/// The names of the policies that have such parts.
std::vector<std::string_view> policies_with_parts();

}  // namespace tagtrail
