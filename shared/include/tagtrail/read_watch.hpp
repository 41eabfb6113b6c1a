// A say in long reads: who restores a snapshot of a gigabyte wants to tell people how far it is,
// and to be able to stop.
#pragma once

#include <cstddef>
#include <functional>

namespace tagtrail {

/// While it lives, every ByteReader of this thread asks `go_on` about once a MiB, with its position
/// in bytes; after false it reads no more, as if its input had ended. So does what reads a snapshot
/// from the store. They don't nest.
class ReadWatch {
 public:
  using GoOn = std::function<bool(std::size_t position)>;
  explicit ReadWatch(GoOn go_on);
  ~ReadWatch();
  ReadWatch(const ReadWatch&) = delete;
  ReadWatch& operator=(const ReadWatch&) = delete;

  /// For who reads: whether to go on behind `position`.
  static bool allows(std::size_t position);

 private:
  GoOn go_on_;
};

}  // namespace tagtrail
