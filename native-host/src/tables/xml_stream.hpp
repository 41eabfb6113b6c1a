// XML piece by piece, by expat, for documents that may be hostile.
#pragma once

#include <expat.h>

#include <memory>
#include <string_view>

namespace tagtrail::host {

/// Attributes of an element. Views live until the call that got them returns.
class XmlAttributes {
 public:
  explicit XmlAttributes(const char** pairs) : pairs_(pairs) {}
  /// By local name, whatever the prefix; empty: there is none.
  std::string_view get(std::string_view name) const;
  /// The same as a number from 0 to `most`; `otherwise` where there is none.
  std::uint64_t number(std::string_view name, std::uint64_t most, std::uint64_t otherwise) const;

 private:
  const char** pairs_;
};

/// Gets elements by their local names: prefixes do not count.
class XmlListener {
 public:
  virtual ~XmlListener() = default;
  virtual void on_start(std::string_view name, const XmlAttributes& attributes) = 0;
  virtual void on_end(std::string_view name) = 0;
  virtual void on_text(std::string_view text) = 0;
};

/// Nothing outside of the document is read. One that declares entities, or nests deeper than 200
/// elements, is not read on; expat's own guard against what remains of such bombs is in force.
class XmlStream {
 public:
  explicit XmlStream(XmlListener& listener);
  /// The next piece; whether more is wanted: false after a mistake, or when the document is over
  /// its limits, or after stop().
  bool feed(std::string_view piece);
  /// No more comes. Whether the document was whole.
  bool finish();
  void stop();
  /// Of one that was not whole, what people are told: why it was left, or `damaged`.
  const char* why_not(const char* damaged = "it is damaged or cut short") const {
    return left_ == nullptr ? damaged : left_;
  }

 private:
  static void on_start(void* self, const char* name, const char** attributes);
  static void on_end(void* self, const char* name);
  static void on_text(void* self, const char* text, int size);
  static void on_entity(void* self, const char*, int, const char*, int, const char*, const char*,
                        const char*, const char*);

  struct Free {
    void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
  };
  XmlListener& listener_;
  std::unique_ptr<XML_ParserStruct, Free> parser_;
  int depth_ = 0;
  const char* left_ = nullptr;
  bool going_ = true;
};

}  // namespace tagtrail::host
