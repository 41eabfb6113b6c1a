// A sparse table against a plain one.
#include "learn/slot_table.hpp"

#include <boost/test/unit_test.hpp>
#include <random>
#include <vector>

namespace tagtrail {
namespace {

constexpr std::uint32_t kUntouched = 7;

/// An entry for each slot that there is.
using Plain = std::vector<std::uint32_t>;

/// Sets so many entries, some of them to what they were, in both.
void fill(SlotTable<std::uint32_t>& table, Plain& plain, std::size_t count) {
  std::mt19937 random(42);
  for (std::size_t i = 0; i < count; ++i) {
    const auto slot = static_cast<FeatureSlot>(random() % kFeatureSlots);
    table[slot] = plain[slot] = static_cast<std::uint32_t>(random() % 10);
  }
}

bool equal(const SlotTable<std::uint32_t>& table, const Plain& plain) {
  for (FeatureSlot slot = 0; slot < kFeatureSlots; ++slot) {
    if (table[slot] != plain[slot]) return false;
  }
  return true;
}

Bytes saved(const SlotTable<std::uint32_t>& table) {
  ByteWriter out;
  table.save(out, [&out](std::uint32_t entry) { out.var(entry); });
  return out.take();
}

bool load(SlotTable<std::uint32_t>& table, const Bytes& bytes) {
  ByteReader in(bytes);
  return table.load(in, 1, [&in](std::uint32_t& entry) {
    entry = static_cast<std::uint32_t>(in.var());
    return true;
  });
}

BOOST_AUTO_TEST_SUITE(slot_table)

BOOST_AUTO_TEST_CASE(every_entry_is_what_was_last_written_however_many_there_are) {
  for (const std::size_t count : {0UL, 1UL, 100UL, 5'000UL, 600'000UL, 4'000'000UL}) {
    SlotTable<std::uint32_t> table(kUntouched);
    Plain plain(kFeatureSlots, kUntouched);
    fill(table, plain, count);
    BOOST_TEST(equal(table, plain), count << " entries");
    SlotTable<std::uint32_t> read(kUntouched);
    BOOST_TEST(load(read, saved(table)));
    BOOST_TEST(equal(read, plain));
    BOOST_TEST((saved(read) == saved(table)));
  }
}

BOOST_AUTO_TEST_CASE(neighbours_that_meet_at_the_end_go_on_at_the_beginning) {
  SlotTable<std::uint32_t> table(kUntouched);
  for (FeatureSlot i = 1; i <= 100; ++i) table[i * 256 - 1] = i;
  for (FeatureSlot i = 1; i <= 100; ++i) BOOST_TEST(table[i * 256 - 1] == i);
  BOOST_TEST(std::as_const(table)[255 + 101 * 256] == kUntouched);
}

BOOST_AUTO_TEST_CASE(what_is_not_a_table_is_refused) {
  SlotTable<std::uint32_t> table(kUntouched);
  ByteWriter beyond;
  beyond.var(1);
  beyond.var(kFeatureSlots);
  beyond.var(1);
  BOOST_TEST(!load(table, beyond.take()));
  table[3] = 1;
  Bytes cut = saved(table);
  cut.pop_back();
  SlotTable<std::uint32_t> read(kUntouched);
  BOOST_TEST(!load(read, cut));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace tagtrail
