// What becomes of the bytes of a body, whoever brings them: decoded, measured, and put where the
// plan says.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fetch/body_decoder.hpp"
#include "fetch/downloader.hpp"
#include "fetch/file_sink.hpp"

namespace tagtrail::host {

/// Writes into a FetchResult as it goes: body, file, digest, and why it failed.
class BodyReceiver {
 public:
  /// All borrowed. `result.plan` is set before open().
  BodyReceiver(const FetchRequest& request, const BodyLimits& limits, FetchResult& result)
      : request_(request), limits_(limits), result_(result) {}

  /// Makes ready for the body behind `head`. A file is gone on with where something is `kept` of
  /// it; a new one of at least `resume_from` bytes can go on later (0: none can). False: no body is
  /// wanted; enough(), or the result has an error.
  bool open(const AnswerHead& head, std::unique_ptr<FileSink> kept = nullptr,
            std::uint64_t resume_from = 0);
  /// Takes bytes as they were sent. False: no more is wanted, as above.
  bool take(std::string_view bytes);
  /// What has come is worked on by work(), in slices; who brings more waits until that is done.
  bool busy() const { return busy_; }
  /// One slice of it, while busy(). False as above.
  bool work();
  /// Nothing more is wanted, which is no error.
  bool enough() const { return enough_; }
  /// Says so; false, for whoever ends something by it.
  bool be_content();
  /// The body is whole, as far as the connection tells: is it, by its coding?
  void settle();
  /// Nothing more comes. The result gets the file if all went well; of another one stays what can
  /// go on later.
  void close();

  /// Bytes of the body, as they were sent.
  std::uint64_t received() const { return received_; }
  /// Those that this request brought of FetchResult::body_bytes.
  std::uint64_t brought() const { return result_.body_bytes - before_; }
  /// Grows whenever something comes or is being decoded.
  std::uint64_t came() const;
  bool is_encoded() const { return decoder_.has_value(); }
  /// A file has as long as a page and this: a second for each KiB, so that no server can hold a
  /// transfer for ever with a byte now and then. One of which nobody says where it `ends` has to
  /// come faster: it may have no end.
  std::chrono::seconds more_time(bool ends) const;

 private:
  bool open_file(const AnswerHead& head, std::unique_ptr<FileSink> kept, std::uint64_t resume_from);
  bool decode_some();
  bool take_up_some();
  bool put(std::string_view bytes);
  bool keep(std::string_view bytes);
  bool write_file(std::string_view bytes);
  bool expands_too_much() const;
  bool fail_to_write(Error error);

  const FetchRequest& request_;
  const BodyLimits& limits_;
  FetchResult& result_;
  std::optional<BodyDecoder> decoder_;
  std::unique_ptr<FileSink> sink_;
  bool enough_ = false;
  bool busy_ = false;
  bool taking_up_ = false;  ///< what is kept of the file is being read
  std::string backlog_;     ///< received, and not worked on
  std::uint64_t received_ = 0;
  std::uint64_t before_ = 0;  ///< bytes of the file that an earlier request brought
};

/// Text for FetchError::too_large, of a file over the user's limit.
std::string too_large_text(std::uint64_t limit);

}  // namespace tagtrail::host
