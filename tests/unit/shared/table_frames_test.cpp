// Frames of tables, as one program writes them and another checks them.
#include "tagtrail/table_frames.hpp"

#include <boost/test/unit_test.hpp>

namespace tagtrail {
namespace {

using Texts = std::vector<std::string_view>;

std::string frame_of(TableFrame kind, const Texts& texts) {
  std::string bytes;
  append_table_frame(bytes, kind, texts);
  return bytes;
}

/// Whether anything but a broken stream is told of.
bool is_refused(std::string_view bytes) {
  TableFrames frames;
  frames.add(bytes);
  return !frames.next() && frames.is_broken();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(table_frames)

BOOST_AUTO_TEST_CASE(frames_come_out_as_they_went_in_however_they_are_cut) {
  const std::string bytes = frame_of(TableFrame::columns, {"utf-8", "2", "a", ""}) +
                            frame_of(TableFrame::row, {std::string_view("1\0", 2), "x"}) +
                            frame_of(TableFrame::row, {}) + frame_of(TableFrame::end, {"w"});
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, bytes.size()}) {
    TableFrames frames;
    std::string told;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      frames.add(std::string_view(bytes).substr(at, piece));
      while (const auto frame = frames.next()) {
        told += static_cast<char>(frame->kind);
        for (const std::string_view text : frame->texts) told += "<" + std::string(text) + ">";
      }
    }
    BOOST_TEST(!frames.is_broken());
    BOOST_TEST(told == std::string("C<utf-8><2><a><>R<1\0><x>RE<w>", 29));
  }
}

BOOST_AUTO_TEST_CASE(what_is_too_much_is_cut_by_who_writes) {
  const std::string longest(kTableFrameTextBytes + 1, 'x');
  TableFrames frames;
  frames.add(frame_of(TableFrame::row, Texts(kTableFrameColumns + 10, longest)));
  const auto frame = frames.next();
  BOOST_REQUIRE(frame);
  BOOST_TEST(frame->texts.size() == kTableFrameColumns + kTextsBeforeNames);
  BOOST_TEST(frame->texts.front().size() == kTableFrameTextBytes);
  BOOST_TEST(frame->texts.back().empty());
}

BOOST_AUTO_TEST_CASE(what_can_not_be_is_refused) {
  BOOST_TEST(is_refused(std::string_view("X\1\0\0\0", 5)));
  BOOST_TEST(is_refused(std::string_view("\0\0\0\0\0", 5)));
  // Larger than a frame may be, before any of it has come.
  BOOST_TEST(is_refused("R\xFF\xFF\xFF\xFF"));
  // A text longer than its frame, one that is cut, one longer than texts may be.
  BOOST_TEST(is_refused(std::string_view("R\4\0\0\0\1\0\0\0", 9)));
  BOOST_TEST(is_refused(std::string_view("R\2\0\0\0\0\0", 7)));
  std::string text = frame_of(TableFrame::row, {std::string(kTableFrameTextBytes, 'x')});
  BOOST_TEST(!is_refused(text));
  text[1] += 1;
  text[5] += 1;
  BOOST_TEST(is_refused(text + "x"));
  // More texts than columns.
  const std::size_t many = (kTableFrameColumns + kTextsBeforeNames + 1) * 4;
  std::string empty = "R";
  for (std::size_t at = 0; at < 4; ++at) empty += static_cast<char>((many >> (8 * at)) & 0xFF);
  BOOST_TEST(is_refused(empty + std::string(many, '\0')));
}

BOOST_AUTO_TEST_CASE(nothing_is_read_behind_what_is_refused) {
  TableFrames frames;
  frames.add(std::string("X\1\0\0\0", 5) + frame_of(TableFrame::end, {"w"}));
  BOOST_TEST(!frames.next());
  BOOST_TEST(!frames.next());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail
