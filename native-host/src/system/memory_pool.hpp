// So much memory for things of one kind that come from outside, however many of them there are at
// once: each holds a part, and finds out how much is left.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

namespace tagtrail::host {

/// Not thread-safe. Counts, and allocates nothing.
class MemoryPool : public std::enable_shared_from_this<MemoryPool> {
 public:
  static constexpr std::uint64_t kUnbounded = std::numeric_limits<std::uint64_t>::max();

  /// What one thing holds; given back when it goes, the pool's life is as long as that.
  class Part {
   public:
    explicit Part(std::shared_ptr<MemoryPool> pool) : pool_(std::move(pool)) {}
    ~Part() { hold(0); }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

    /// From now on it holds so much, whether there is room or not: it is there already.
    void hold(std::uint64_t bytes) {
      pool_->held_ += bytes - held_;
      held_ = bytes;
    }
    /// So much it may hold.
    std::uint64_t most() const { return held_ + pool_->left(); }

   private:
    std::shared_ptr<MemoryPool> pool_;
    std::uint64_t held_ = 0;
  };

  static std::shared_ptr<MemoryPool> of(std::uint64_t most) {
    return std::shared_ptr<MemoryPool>(new MemoryPool(most));
  }

  std::shared_ptr<Part> part() { return std::make_shared<Part>(shared_from_this()); }
  std::uint64_t left() const { return most_ - std::min(most_, held_); }

 private:
  explicit MemoryPool(std::uint64_t most) : most_(most) {}

  std::uint64_t most_;
  std::uint64_t held_ = 0;
};

}  // namespace tagtrail::host
