// A few threads for work that waits on others: a slow store must not hold up who asks it.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace tagtrail::host {

class TaskPool {
 public:
  explicit TaskPool(unsigned threads);
  TaskPool(const TaskPool&) = delete;
  TaskPool& operator=(const TaskPool&) = delete;
  /// Waits for tasks that run; those that have not begun never do.
  ~TaskPool();

  /// In the order in which they came.
  template <typename Task>
  std::future<std::invoke_result_t<Task>> start(Task task) {
    auto packaged =
        std::make_shared<std::packaged_task<std::invoke_result_t<Task>()>>(std::move(task));
    auto result = packaged->get_future();
    add([packaged] { (*packaged)(); });
    return result;
  }

 private:
  void add(std::function<void()> task);
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;
  bool over_ = false;
  std::vector<std::thread> threads_;
};

/// Whether it has come; false also where none was asked for.
template <typename Value>
bool has_come(const std::future<Value>& future) {
  return future.valid() && future.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
}

}  // namespace tagtrail::host
