// The memory of one parse by libgumbo, and the watch over what the parse costs.
#pragma once

#include <gumbo.h>

#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tagtrail::host {

/// Hands out memory to libgumbo, reuses what it gives back, and frees all at once at the end; some
/// of it is kept for the thread's next page.
///
/// It also estimates the work done: most steps of the HTML5 tree construction look through the
/// stack of open elements, some through the attributes of a tag or the children of a node. At each
/// allocation the arena looks at the nodes handed out before, which by now are in the tree, and so
/// knows how deep the tree is. When work or memory pass their limit, it jumps out of the parse.
class TreeArena {
 public:
  struct Chunk {
    std::size_t size = 0;
    std::unique_ptr<std::byte[]> memory;
  };

  TreeArena() = default;
  ~TreeArena();
  TreeArena(const TreeArena&) = delete;
  TreeArena& operator=(const TreeArena&) = delete;

  /// In at most `most` bytes; false when that, or the limit of work, ended the parse.
  bool parse(const char* text, std::size_t size, std::size_t most);
  /// The document as far as it was parsed; null if it was not even begun.
  const GumboNode* document() const;

 private:
  static constexpr std::size_t kSmallStep = 8;
  static constexpr std::size_t kSmallClasses = 64;  ///< 8, 16, ... 512 bytes
  static constexpr std::size_t kClasses = kSmallClasses + 28;

  struct Block;
  using Waiting = std::array<const GumboNode*, 4>;

  static void* allocate_callback(void* arena, std::size_t size);
  static void release_callback(void* arena, void* memory);
  void* allocate(std::size_t size);
  void release(void* memory);
  Block* fresh_block(std::size_t bytes);
  /// False when there is no room for `needed` bytes more.
  bool take_chunk(std::size_t needed);
  void count_work(std::size_t size);
  void place_nodes();
  void place(const GumboNode* node, const Waiting& together);

  std::vector<Chunk> chunks_;
  std::byte* free_at_ = nullptr;
  std::size_t free_bytes_ = 0;
  std::size_t total_ = 0;
  std::size_t most_ = 0;  ///< for the page that is parsed
  std::array<Block*, kClasses> reusable_{};

  const GumboOutput* output_ = nullptr;
  /// Perhaps nodes: the newest blocks of a node's size that have no parent yet, oldest first.
  Waiting waiting_{};
  std::vector<const GumboNode*> open_;  ///< the newest node and its ancestors, document first
  std::size_t deepest_ = 0;
  std::size_t attributes_ = 0;  ///< attributes held since the newest node
  std::uint64_t work_ = 0;
  std::jmp_buf end_of_parse_;
};

}  // namespace tagtrail::host
