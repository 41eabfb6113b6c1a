#include "html/tree_arena.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace tagtrail::host {
namespace {

constexpr std::size_t kFirstChunk = 256ULL << 10;
constexpr std::size_t kMaxChunk = 16ULL << 20;
/// Kept for the next page: nearly all need no more, and to get it from the system costs more than
/// to fill it.
constexpr std::size_t kMostSpare = 4ULL << 20;
/// Some seconds of a hostile page, tens of thousands of elements deep. Real pages of 3 MB with
/// hundreds of misnested cards need a third of it, pages of 60 MiB with
/// ordinary nesting a tenth.
constexpr std::uint64_t kMaxWork = 10'000'000'000;
/// An attribute is compared by name with those before it, an open element only by its tag.
constexpr std::uint64_t kAttributeWork = 16;

/// Whether it may be one: text that poses as a node has no zeros, the upper bytes of an address
/// are.
bool is_address(const void* pointer) {
  constexpr unsigned kAddressBits = 48;
  return (reinterpret_cast<std::uintptr_t>(pointer) >> kAddressBits) == 0;
}

/// Chunks of the thread's earlier pages, largest last.
std::vector<TreeArena::Chunk>& spare_chunks() {
  thread_local std::vector<TreeArena::Chunk> spare;
  return spare;
}

}  // namespace

/// Precedes every piece of memory, as small as the alignment of what libgumbo keeps in it allows: a
/// page has tens of thousands of short words.
struct TreeArena::Block {
  std::size_t size_class;

  void* memory() { return this + 1; }
  static Block* of(void* memory) { return static_cast<Block*>(memory) - 1; }
  /// Of a released one: the next in the list of its size class.
  Block*& next() { return *static_cast<Block**>(memory()); }
};

TreeArena::~TreeArena() {
  std::vector<Chunk>& spare = spare_chunks();
  std::size_t kept = 0;
  for (const Chunk& chunk : spare) kept += chunk.size;
  for (Chunk& chunk : chunks_) {
    if (kept + chunk.size > kMostSpare) continue;
    kept += chunk.size;
    spare.push_back(std::move(chunk));
  }
  std::sort(spare.begin(), spare.end(),
            [](const Chunk& a, const Chunk& b) { return a.size < b.size; });
}

bool TreeArena::parse(const char* text, std::size_t size, std::size_t most) {
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = &TreeArena::allocate_callback;
  options.deallocator = &TreeArena::release_callback;
  options.userdata = this;
  options.max_errors = 0;
  most_ = most;
  // libgumbo is C: no exception may pass through it, and it has no way to be told to stop. Only its
  // own frames and the callback, which hold nothing that needs destroying, are jumped over.
  if (setjmp(end_of_parse_) != 0) return false;
  gumbo_parse_with_options(&options, text, size);
  return true;
}

const GumboNode* TreeArena::document() const {
  return output_ == nullptr ? nullptr : output_->document;
}

void* TreeArena::allocate_callback(void* arena, std::size_t size) {
  auto* self = static_cast<TreeArena*>(arena);
  void* memory = self->allocate(size);
  if (memory == nullptr) std::longjmp(self->end_of_parse_, 1);
  return memory;
}

void TreeArena::release_callback(void* arena, void* memory) {
  if (memory != nullptr) static_cast<TreeArena*>(arena)->release(memory);
}

void* TreeArena::allocate(std::size_t size) {
  count_work(size);
  if (work_ > kMaxWork || size > most_) return nullptr;
  std::size_t size_class = size == 0 ? 0 : (size - 1) / kSmallStep;
  std::size_t bytes = (size_class + 1) * kSmallStep;
  if (size_class >= kSmallClasses) {
    bytes = std::bit_ceil(size);
    size_class = kSmallClasses + static_cast<std::size_t>(std::countr_zero(bytes)) - 10;
  }
  Block* block = reusable_[size_class];
  if (block != nullptr) {
    reusable_[size_class] = block->next();
  } else {
    block = fresh_block(bytes);
    if (block == nullptr) return nullptr;
    block->size_class = size_class;
  }
  void* memory = block->memory();
  // libgumbo's first piece of memory is its output structure, which leads to the document node.
  if (output_ == nullptr) {
    std::memset(memory, 0, bytes);
    output_ = static_cast<const GumboOutput*>(memory);
  } else if (size == sizeof(GumboNode)) {
    std::memset(memory, 0, bytes);
    // An element is made before the text that goes in front of it, so more than one may wait.
    std::rotate(waiting_.begin(), waiting_.begin() + 1, waiting_.end());
    waiting_.back() = static_cast<const GumboNode*>(memory);
  }
  return memory;
}

void TreeArena::release(void* memory) {
  Block* block = Block::of(memory);
  std::replace(waiting_.begin(), waiting_.end(), static_cast<const GumboNode*>(memory),
               static_cast<const GumboNode*>(nullptr));
  if (block->size_class == (sizeof(GumboAttribute) - 1) / kSmallStep && attributes_ > 0) {
    --attributes_;
  }
  block->next() = reusable_[block->size_class];
  reusable_[block->size_class] = block;
}

bool TreeArena::take_chunk(std::size_t needed) {
  std::vector<Chunk>& spare = spare_chunks();
  const auto fits = std::find_if(spare.begin(), spare.end(),
                                 [needed](const Chunk& chunk) { return chunk.size >= needed; });
  Chunk chunk;
  if (fits != spare.end() && total_ + fits->size <= most_) {
    chunk = std::move(*fits);
    spare.erase(fits);
  } else {
    // The next is twice as large, as far as there is room for it.
    const std::size_t twice = std::clamp(total_, kFirstChunk, kMaxChunk);
    chunk.size = std::max(needed, std::min(twice, most_ - std::min(most_, total_)));
    if (total_ + chunk.size > most_) return false;
    chunk.memory.reset(new (std::nothrow) std::byte[chunk.size]);
    if (!chunk.memory) return false;
  }
  free_at_ = chunk.memory.get();
  free_bytes_ = chunk.size;
  total_ += chunk.size;
  chunks_.push_back(std::move(chunk));
  return true;
}

TreeArena::Block* TreeArena::fresh_block(std::size_t bytes) {
  const std::size_t needed = sizeof(Block) + bytes;
  if (needed > free_bytes_ && !take_chunk(needed)) return nullptr;
  Block* block = new (free_at_) Block{};
  free_at_ += needed;
  free_bytes_ -= needed;
  return block;
}

void TreeArena::count_work(std::size_t size) {
  place_nodes();
  work_ += deepest_;
  if (size == sizeof(GumboAttribute)) work_ += kAttributeWork * ++attributes_;
}

void TreeArena::place_nodes() {
  const Waiting together = waiting_;
  for (const GumboNode*& waiting : waiting_) {
    if (waiting == nullptr) continue;
    const GumboNode* node = waiting;
    if (open_.empty()) {
      if (node != output_->document) continue;
      open_.push_back(node);
      waiting = nullptr;
    } else if (node->parent != nullptr) {
      waiting = nullptr;
      place(node, together);
    }
  }
}

/// Other memory of the same size may pose as a node. Its bytes are only compared: a node's parent
/// is the node before it or one of that one's ancestors, which are known to be nodes.
void TreeArena::place(const GumboNode* node, const Waiting& together) {
  const auto parent = std::find(open_.rbegin(), open_.rend(), node->parent);
  work_ += static_cast<std::uint64_t>(parent - open_.rbegin());
  if (parent == open_.rend()) {
    // Below misplaced content of tables the way to the root is not known, but a tag has ended.
    if (is_address(node->parent)) attributes_ = 0;
    return;
  }
  open_.erase(parent.base(), open_.end());
  open_.push_back(node);
  deepest_ = std::max(deepest_, open_.size());
  attributes_ = 0;
  const GumboNode* above = node->parent;
  if (above->type != GUMBO_NODE_ELEMENT) return;
  // Misplaced content of tables is inserted before nodes that are already there, which searches
  // and moves the children of the parent,
  const GumboVector& siblings = above->v.element.children;
  const std::size_t next = node->index_within_parent + 1;
  const bool before_older =
      next < siblings.length &&
      std::find(together.begin(), together.end(), siblings.data[next]) == together.end();
  if (before_older) work_ += siblings.length;
  // and the repair of misnested formatting those of the parent's parent.
  const bool repair = (node->parse_flags & GUMBO_INSERTION_ADOPTION_AGENCY_CLONED) != 0;
  if (repair && above->parent != nullptr && above->parent->type == GUMBO_NODE_ELEMENT) {
    work_ += above->parent->v.element.children.length;
  }
}

}  // namespace tagtrail::host
