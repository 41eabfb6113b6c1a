// Names and limits of the protocol between extension and host (docs/protocol.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tagtrail::protocol {

inline constexpr int kVersion = 3;
inline constexpr std::size_t kFrameBytes = 1'000'000;
inline constexpr std::size_t kWholeBytes = 512 * 1024;  ///< longer messages travel in parts
inline constexpr std::size_t kMessageBytes = 64ULL << 20;
inline constexpr std::size_t kAttachedFrom = 256 * 1024;   ///< longer bytes travel beside the JSON
inline constexpr std::size_t kAttachedBytes = 1ULL << 30;  ///< of one message
inline constexpr std::size_t kPartWindow = 8;
inline constexpr std::size_t kJsonDepth = 32;
inline constexpr int kErrorsInARow = 3;
inline constexpr std::string_view kHostName = "org.tagtrail.host";
inline constexpr std::string_view kFirefoxId = "tagtrail@tagtrail.org";

namespace call {
inline constexpr std::string_view kHello = "hello";
inline constexpr std::string_view kJobStart = "job.start";
inline constexpr std::string_view kJobControl = "job.control";
inline constexpr std::string_view kJobSet = "job.set";
inline constexpr std::string_view kJobTeach = "job.teach";
inline constexpr std::string_view kJobGroups = "job.groups";
inline constexpr std::string_view kJobFiles = "job.files";
inline constexpr std::string_view kJobShow = "job.show";
inline constexpr std::string_view kJobRecipe = "job.recipe";
inline constexpr std::string_view kCatalogueLook = "catalogue.look";
inline constexpr std::string_view kFetchHead = "fetch.head";
inline constexpr std::string_view kFetchData = "fetch.data";
inline constexpr std::string_view kEngineCreate = "engine.create";
inline constexpr std::string_view kEngineRestore = "engine.restore";
inline constexpr std::string_view kEngineStep = "engine.step";
inline constexpr std::string_view kEngineSnapshot = "engine.snapshot";
inline constexpr std::string_view kEngineClose = "engine.close";
inline constexpr std::string_view kEngineTeach = "engine.teach";
inline constexpr std::string_view kEngineGroups = "engine.groups";
inline constexpr std::string_view kEngineActing = "engine.acting";
inline constexpr std::string_view kEngineBudget = "engine.budget";
inline constexpr std::string_view kEngineRevisit = "engine.revisit";
inline constexpr std::string_view kTabLoad = "tab.load";
inline constexpr std::string_view kTabClose = "tab.close";
inline constexpr std::string_view kFetchLoad = "fetch.load";
inline constexpr std::string_view kFetchCancel = "fetch.cancel";
inline constexpr std::string_view kBlobLoad = "blob.load";
}  // namespace call

namespace notice {
inline constexpr std::string_view kJobProgress = "job.progress";
inline constexpr std::string_view kProtocolError = "protocol.error";
}  // namespace notice

}  // namespace tagtrail::protocol
