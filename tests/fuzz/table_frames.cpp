// Any bytes are what a reader says that is in the hands of the file it reads.
#include <string>
#include <utility>

#include "looks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tagtrail::host;
  std::string_view left(reinterpret_cast<const char*>(data), size);
  LookEffort effort(size);
  Look found;
  const std::size_t step = size == 0 ? 1 : 1 + data[0] % 64U;
  const auto next = [&] {
    const std::string_view piece = left.substr(0, step);
    left.remove_prefix(piece.size());
    return piece;
  };
  (void)look_into_frames(next, {{}, {}, true, "a.dbf"}, effort, found);
  require_limits(found);
  return 0;
}
