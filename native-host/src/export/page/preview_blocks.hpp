// Previews of files, packed into blocks that a page unpacks one at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

class PreviewBlocks {
 public:
  /// `budget`: bytes of all packed blocks together.
  explicit PreviewBlocks(std::size_t budget) : left_(budget) {}

  struct Place {
    int block = -1;  ///< -1: no room
    int slot = 0;
  };
  /// A JSON value, as text. Errors: internal (zlib has no memory).
  Expected<Place> add(std::string_view json);
  /// Each is a JSON array in zlib's container (RFC 1950) in base64. To be called once. Errors: as
  /// above.
  Expected<std::vector<std::string>> finish();
  /// After finish(): not so where the block was over the budget once it was packed.
  bool is_kept(int block) const { return block >= 0 && block < static_cast<int>(packed_.size()); }

 private:
  Expected<void> close();

  std::size_t left_;
  std::string open_;
  int slots_ = 0;
  bool full_ = false;
  std::vector<std::string> packed_;
};

}  // namespace tagtrail::host
