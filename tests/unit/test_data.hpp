// Where the data of the tests is.
#pragma once

#include <filesystem>

namespace tagtrail::test {

/// The folder tests/ of this checkout.
std::filesystem::path test_data();

}  // namespace tagtrail::test
