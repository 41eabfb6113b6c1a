// Tests that tell, in more time, what others tell too: they run with `./tagtrail test --long`.
#pragma once

#include <boost/test/unit_test.hpp>
#include <cstdlib>

namespace tagtrail {

inline bool is_long_run() { return std::getenv("TAGTRAIL_LONG") != nullptr; }

inline boost::test_tools::assertion_result runs_long(boost::unit_test::test_unit_id) {
  return is_long_run();
}

/// BOOST_AUTO_TEST_CASE(name, *long_only()): counted as skipped in a usual run.
inline auto long_only() { return boost::unit_test::precondition(runs_long); }

}  // namespace tagtrail
