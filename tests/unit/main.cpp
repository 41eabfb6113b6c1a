// Entry point of every unit test program.
#define BOOST_TEST_MODULE tagtrail
#include <boost/test/unit_test.hpp>
