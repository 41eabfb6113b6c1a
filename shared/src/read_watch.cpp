#include "tagtrail/read_watch.hpp"

#include <utility>

namespace tagtrail {
namespace {

thread_local const ReadWatch::GoOn* watching = nullptr;

}  // namespace

ReadWatch::ReadWatch(GoOn go_on) : go_on_(std::move(go_on)) { watching = &go_on_; }
ReadWatch::~ReadWatch() { watching = nullptr; }

bool ReadWatch::allows(std::size_t position) {
  return watching == nullptr || (*watching)(position);
}

}  // namespace tagtrail
