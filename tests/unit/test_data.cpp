#include "test_data.hpp"

namespace tagtrail::test {

std::filesystem::path test_data() { return TAGTRAIL_TEST_DATA; }

}  // namespace tagtrail::test
