#include "fleet/task_pool.hpp"

namespace tagtrail::host {

TaskPool::TaskPool(unsigned threads) {
  for (unsigned n = 0; n < threads; ++n) threads_.emplace_back([this] { work(); });
}

TaskPool::~TaskPool() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    waiting_.clear();
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void TaskPool::add(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(task));
  }
  changed_.notify_one();
}

void TaskPool::work() {
  for (;;) {
    std::function<void()> task;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return over_ || !waiting_.empty(); });
      if (over_) return;
      task = std::move(waiting_.front());
      waiting_.pop_front();
    }
    task();
  }
}

}  // namespace tagtrail::host
