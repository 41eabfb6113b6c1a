// The text format of Prometheus (version 0.0.4): names begin with tagtrail_.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace tagtrail::host {

class MetricsText {
 public:
  /// Begins a metric; its values follow.
  MetricsText& metric(std::string_view name, std::string_view type, std::string_view help) {
    name_ = fmt::format("tagtrail_{}", name);
    text_ += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n", name_, help, type);
    return *this;
  }
  template <typename Number>
  MetricsText& value(Number number) {
    text_ += fmt::format("{} {}\n", name_, number);
    return *this;
  }
  template <typename Number>
  MetricsText& value(std::string_view label, std::string_view word, Number number) {
    text_ += fmt::format("{}{{{}=\"{}\"}} {}\n", name_, label, escaped(word), number);
    return *this;
  }
  std::string take() { return std::move(text_); }

 private:
  static std::string escaped(std::string_view word) {
    std::string out;
    for (const char c : word) {
      if (c == '\\' || c == '"') out += '\\';
      out += c == '\n' ? std::string("\\n") : std::string(1, c);
    }
    return out;
  }

  std::string name_;
  std::string text_;
};

}  // namespace tagtrail::host
