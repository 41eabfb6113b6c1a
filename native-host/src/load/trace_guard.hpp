// Looks at what came with a session for traces that this has left, and proves them by asking once
// more.
#pragma once

#include <functional>

#include "load/loaded.hpp"
#include "load/task.hpp"
#include "tagtrail/traces.hpp"

namespace tagtrail::host {

/// Of an answer that came with the session, what may tell of traces.
SessionView view_of(const Request& request, const Loaded& loaded);

class TraceGuard {
 public:
  /// Loads a page once more, by the way that it came, with the session or without it; `request`
  /// outlives the task.
  using Ask = std::function<Async<Loaded>(const Request& request, Via via, bool session)>;

  /// `watch` is borrowed. `watches`: false where the person lets links act.
  TraceGuard(TraceWatch& watch, bool watches) : watch_(watch), watches_(watches) {}

  /// The same, with `acted` where one of its views is of a trace. Errors: those of `ask`.
  Async<Loaded> check(Loaded loaded, Ask ask);

 private:
  TraceWatch& watch_;
  bool watches_;
};

}  // namespace tagtrail::host
