// Functions that wait without holding up the thread, so that one thread can have many under way.
#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// A coroutine that gives one T. It does nothing until it is awaited or started; destroying it ends
/// it where it waits, and destroys what it holds there. What is passed to it by reference must
/// outlive it.
template <typename T>
class [[nodiscard]] Task {
 public:
  struct promise_type;
  using Handle = std::coroutine_handle<promise_type>;

  Task() = default;
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  ~Task() {
    if (handle_) handle_.destroy();
  }

  /// Runs to the first wait; for tasks that nobody awaits. Once.
  void start() { handle_.resume(); }
  bool done() const { return handle_.done(); }
  /// What it gave, once done().
  T take() {
    if (handle_.promise().exception) std::rethrow_exception(handle_.promise().exception);
    return std::move(*handle_.promise().value);
  }

  auto operator co_await() noexcept {
    struct Awaiter {
      Task& task;
      bool await_ready() const noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) noexcept {
        task.handle_.promise().caller = caller;
        return task.handle_;
      }
      T await_resume() { return task.take(); }
    };
    return Awaiter{*this};
  }

 private:
  explicit Task(Handle handle) : handle_(handle) {}

  Handle handle_;
};

template <typename T>
struct Task<T>::promise_type {
  /// The end of a task is where its caller goes on.
  struct End {
    bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(Handle ended) const noexcept {
      const std::coroutine_handle<> waiting = ended.promise().caller;
      return waiting ? waiting : std::noop_coroutine();
    }
    void await_resume() const noexcept {}
  };

  Task get_return_object() { return Task(Handle::from_promise(*this)); }
  std::suspend_always initial_suspend() const noexcept { return {}; }
  End final_suspend() const noexcept { return {}; }
  void return_value(T given) { value.emplace(std::move(given)); }
  void unhandled_exception() { exception = std::current_exception(); }

  std::optional<T> value;
  std::exception_ptr exception;
  std::coroutine_handle<> caller;
};

/// A task that can fail.
template <typename T>
using Async = Task<Expected<T>>;

}  // namespace tagtrail::host
