// Entry point of every unit test program. With TAGTRAIL_DURATIONS it writes how long each test took
// to the file of that name: a line with microseconds, a tab and the test's full name.
#define BOOST_TEST_MODULE tagtrail
#include <boost/test/framework.hpp>
#include <boost/test/tree/observer.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <fstream>

namespace {

class Durations : public boost::unit_test::test_observer {
 public:
  Durations() {
    const char* file = std::getenv("TAGTRAIL_DURATIONS");
    if (file == nullptr) return;
    lines_.open(file);
    boost::unit_test::framework::register_observer(*this);
  }
  Durations(const Durations&) = delete;
  Durations& operator=(const Durations&) = delete;
  ~Durations() override { boost::unit_test::framework::deregister_observer(*this); }

  void test_unit_finish(const boost::unit_test::test_unit& unit,
                        unsigned long microseconds) override {
    if (unit.p_type == boost::unit_test::TUT_CASE)
      lines_ << microseconds << '\t' << unit.full_name() << std::endl;
  }

 private:
  std::ofstream lines_;
};

}  // namespace

BOOST_TEST_GLOBAL_FIXTURE(Durations);
