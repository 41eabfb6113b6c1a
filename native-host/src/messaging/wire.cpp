#include "messaging/wire.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <csignal>

#include "messaging/errors.hpp"
#include "messaging/json_text.hpp"
#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

// Enough to keep the descriptor busy; the rest stays in the sender, where it can still be counted.
constexpr std::size_t kWriteAhead = 1 << 20;

}  // namespace

Wire::Wire(int read_fd, int write_fd)
    : epoll_(::epoll_create1(EPOLL_CLOEXEC)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      read_(read_fd),
      write_(read_fd == write_fd ? -1 : write_fd) {
  // A vanished reader must be an error of write(), not the end of the process.
  std::signal(SIGPIPE, SIG_IGN);
  const bool ready = set_nonblocking(read_.get()) && set_nonblocking(this->write_fd()) &&
                     watch(EPOLL_CTL_ADD, wake_.get(), EPOLLIN) &&
                     watch(EPOLL_CTL_ADD, read_.get(), EPOLLIN);
  // Files and /dev/null can't be watched: nobody is on the other side.
  if (!ready) end();
}

bool Wire::watch(int operation, int fd, unsigned events) {
  epoll_event event{};
  event.events = events;
  event.data.fd = fd;
  return ::epoll_ctl(epoll_.get(), operation, fd, &event) == 0;
}

// The write end is watched only while something waits: an idle one with a vanished reader would
// otherwise report an error for ever.
void Wire::watch_writable(bool wanted) {
  if (wanted == watching_writable_) return;
  watching_writable_ = wanted;
  const unsigned out = wanted ? static_cast<unsigned>(EPOLLOUT) : 0U;
  if (!write_) {
    watch(EPOLL_CTL_MOD, read_.get(), EPOLLIN | out);
  } else {
    watch(wanted ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, write_.get(), out);
  }
}

void Wire::wake() { ::eventfd_write(wake_.get(), 1); }

void Wire::clear_wake() {
  eventfd_t count = 0;
  ::eventfd_read(wake_.get(), &count);
}

void Wire::send(std::string text) {
  if (!connected_ || write_broken_) return;
  if (sender_.bytes() + writer_.bytes() > kBacklogBytes) {
    end();
    return;
  }
  sender_.add(std::move(text));
  flush();
}

void Wire::flush() {
  if (!connected_ || write_broken_) return;
  for (;;) {
    while (writer_.bytes() < kWriteAhead) {
      auto payload = sender_.next();
      if (!payload) break;
      writer_.add(*payload);
    }
    if (writer_.empty()) break;
    const std::size_t before = writer_.bytes();
    if (!writer_.write_to(write_fd())) {
      // What the other side sent before it left is still read; then the wire ends.
      write_broken_ = true;
      break;
    }
    if (writer_.bytes() == before) break;
  }
  watch_writable(!writer_.empty() && !write_broken_);
  if (write_broken_) wake();
}

std::optional<Wire::Received> Wire::receive(std::size_t& budget) {
  while (connected_) {
    auto payload = reader_.next();
    if (!payload) {
      refuse(payload.error());
      end();
      return std::nullopt;
    }
    if (*payload) {
      if (auto message = take_frame(**payload)) return message;
      continue;
    }
    if (budget == 0) return std::nullopt;
    std::size_t read = 0;
    const auto input = reader_.read_from(read_.get(), read);
    budget -= std::min(budget, read);
    if (input == FrameReader::Input::drained && !write_broken_) return std::nullopt;
    if (input != FrameReader::Input::more) end();
  }
  return std::nullopt;
}

std::optional<Wire::Received> Wire::take_frame(const std::string& payload) {
  auto message = parse_json(payload);
  if (message && !message->is_object()) {
    message = fail(ErrorCode::invalid_data, "a message must be a JSON object");
  }
  if (!message) {
    refuse(message.error());
    return std::nullopt;
  }
  if (message->contains("ack")) {
    if (auto known = sender_.acknowledge(*message); !known) {
      refuse(known.error());
    } else {
      accept();
      ++parts_moved_;
      flush();
    }
    return std::nullopt;
  }
  if (message->contains("part")) return take_part(*message);
  return take_message(std::move(message), payload.size());
}

std::optional<Wire::Received> Wire::take_message(Expected<Json> message, std::size_t bytes) {
  if (message) {
    if (auto attached = parts_.attach_to(*message); !attached) {
      message = tl::unexpected(attached.error());
    }
  }
  if (!message) {
    refuse(message.error());
    return std::nullopt;
  }
  return Received{std::move(*message), bytes};
}

std::optional<Wire::Received> Wire::take_part(const Json& part) {
  auto taken = parts_.take(part);
  if (!taken) {
    refuse(taken.error());
    return std::nullopt;
  }
  accept();
  ++parts_moved_;
  // Acknowledgements overtake queued messages: two sides that both send parts would otherwise wait
  // for each other for ever.
  if (writer_.bytes() > kBacklogBytes) {
    end();
    return std::nullopt;
  }
  writer_.add(write_json(taken->ack));
  flush();
  if (!taken->whole) return std::nullopt;
  auto message = parse_json(*taken->whole);
  if (message && (!message->is_object() || message->contains("part") || message->contains("ack"))) {
    message = fail(ErrorCode::invalid_data, "not a message in parts");
  }
  return take_message(std::move(message), taken->whole->size());
}

void Wire::refuse(const Error& error) {
  send(write_json({{"notice", protocol::notice::kProtocolError}, {"error", error_to_json(error)}}));
  if (++errors_in_a_row_ >= protocol::kErrorsInARow) end();
}

void Wire::end() {
  if (!connected_) return;
  flush();
  connected_ = false;
  read_.reset();
  write_.reset();
  wake();
}

}  // namespace tagtrail::host
