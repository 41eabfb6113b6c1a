// The text of PDF files, by poppler's pdftotext, in a process of its own: what goes wrong in it
// ends it alone.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <array>
#include <chrono>

#include "system/descriptor.hpp"
#include "tables/readers.hpp"
#include "tagtrail/text.hpp"

extern char** environ;  // NOLINT: as POSIX declares it

namespace tagtrail::host {
namespace {

constexpr rlim_t kPdfMemory = 1ULL << 30;
constexpr rlim_t kPdfSeconds = 8;
constexpr std::size_t kPdfTextBytes = 1 << 20;
constexpr const char* kPdfPages = "30";

class SpawnActions {
 public:
  SpawnActions() { posix_spawn_file_actions_init(&actions_); }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  /// Nothing to read, what it says into `out`, its complaints nowhere.
  void connect(int out) {
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, out, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

void bound(pid_t child) {
  const rlimit memory{kPdfMemory, kPdfMemory};
  const rlimit time{kPdfSeconds, kPdfSeconds};
  const rlimit files{0, 0};
  (void)::prlimit(child, RLIMIT_AS, &memory, nullptr);
  (void)::prlimit(child, RLIMIT_CPU, &time, nullptr);
  (void)::prlimit(child, RLIMIT_FSIZE, &files, nullptr);
}

/// What comes out of the pipe, until it ends or the time or the space is over.
std::string read_pipe(int pipe) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + look_limit::kTime;
  std::string text;
  std::array<char, 1 << 16> buffer{};
  while (text.size() < kPdfTextBytes) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    pollfd waited{pipe, POLLIN, 0};
    if (left.count() <= 0 || ::poll(&waited, 1, static_cast<int>(left.count())) <= 0) break;
    const ssize_t read = ::read(pipe, buffer.data(), buffer.size());
    if (read <= 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(read));
  }
  return text;
}

/// Nothing: the program could not be started.
std::optional<std::string> run_pdftotext(const std::filesystem::path& file) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  const Descriptor out(ends[0]);
  Descriptor in(ends[1]);
  SpawnActions actions;
  actions.connect(in.get());
  std::error_code error;
  // An absolute path can't be taken for an option.
  std::string path = std::filesystem::absolute(file, error).string();
  std::string program = "pdftotext";
  std::array<std::string, 6> options = {"-q", "-layout", "-enc", "UTF-8", "-l", kPdfPages};
  std::string stdout_name = "-";
  std::array<char*, 10> words{program.data()};
  for (std::size_t at = 0; at < options.size(); ++at) words.at(at + 1) = options.at(at).data();
  words.at(options.size() + 1) = path.data();
  words.at(options.size() + 2) = stdout_name.data();
  pid_t child = 0;
  if (::posix_spawnp(&child, "pdftotext", actions.get(), nullptr, words.data(), environ) != 0) {
    return std::nullopt;
  }
  bound(child);
  in.reset();
  std::string text = read_pipe(out.get());
  (void)::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return text;
}

}  // namespace

void look_into_pdf(const LookInput& input, LookEffort& effort, Look& look) {
  look.format = "pdf";
  if (input.file.empty() || !effort.in_time()) return;
  const auto text = run_pdftotext(input.file);
  if (!text) return add_note(look, "pdftotext (poppler-utils) is not installed");
  look.reading = to_valid_utf8(*text);
  const std::string_view first = std::string_view(look.reading).substr(0, look.reading.find('\f'));
  look.text = utf8_prefix(trim(first), look_limit::kTextBytes);
  if (trim(look.reading).find_first_not_of('\f') == std::string_view::npos) {
    add_note(look, "no text can be read from it");
  }
}

}  // namespace tagtrail::host
