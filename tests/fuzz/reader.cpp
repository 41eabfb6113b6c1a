// Any bytes are a file of a format that a library of others reads: the libraries end, and what is
// said of the file are whole frames.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>

#include "reader/formats.hpp"

namespace {

using tagtrail::reader::StatisticsFormat;

/// What the reader has as its standard input and output.
void become(int from, int to) {
  if (from < 0 || ::dup2(from, to) < 0) std::abort();
  if (from != to) ::close(from);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  become(::memfd_create("table", 0), STDIN_FILENO);
  become(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr auto kFormats =
      std::to_array({StatisticsFormat::sav, StatisticsFormat::por, StatisticsFormat::dta,
                     StatisticsFormat::sas7bdat, StatisticsFormat::xpt});
  if (size < 1) return 0;
  const auto length = static_cast<::ssize_t>(size - 1);
  if (::ftruncate(STDIN_FILENO, 0) != 0) std::abort();
  if (::pwrite(STDIN_FILENO, data + 1, size - 1, 0) != length) std::abort();
  tagtrail::reader::InputFile file;
  tagtrail::reader::Answer answer;
  const std::size_t which = data[0] % (kFormats.size() + 1);
  answer.end(which < kFormats.size()
                 ? tagtrail::reader::read_statistics(kFormats.at(which), file, answer)
                 : tagtrail::reader::read_dbf(file, answer));
  return 0;
}
