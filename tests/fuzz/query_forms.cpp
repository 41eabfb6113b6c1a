// Any page has some forms, within their limits; whatever they ask for is an address of theirs, and
// any link is something to them.
#include "content/query_forms.hpp"

#include <cstdlib>

#include "content/read_content.hpp"
#include "forms/asked_form.hpp"
#include "forms/form_links.hpp"
#include "tagtrail/url.hpp"

namespace {

using namespace tagtrail;

constexpr std::size_t kMostQueries = 50;
const auto kAll = [](std::string_view) { return true; };
const auto kNone = [](std::string_view) { return false; };

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const QueryForm& form) {
  require(form.inputs.size() <= limits::kQueryInputs);
  for (const QueryInput& input : form.inputs) {
    require(input.name.size() <= limits::kQueryNameBytes);
    require(input.values.size() <= limits::kQueryValues);
    for (const QueryValue& value : input.values) {
      require(value.value.size() <= limits::kQueryValueBytes);
    }
  }
}

void ask(const FormShape& shape, const Page& page) {
  AskedForm form(shape, 0);
  Keywords words;
  words.read(page, {}, false);
  form.shows_results();
  for (std::size_t count = 0; count < kMostQueries; ++count) {
    const auto query = form.release(words, kAll, kNone);
    if (!query) break;
    const std::string& url = form.queries()[*query].url;
    require(url.starts_with(shape.action) && canonical_url(url) == url);
    if (count % 3 == 0) form.has_pages(*query);
    form.answered(*query, count % 2 == 0, count, 10);
  }
  for (const LinkObservation& link : page.links) {
    place_link(form, link, shows_results_of(form, link.url));
  }
  ByteWriter out;
  form.save(out);
  AskedForm again;
  ByteReader in(out.bytes());
  require(again.load(in) && in.at_end());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view html(reinterpret_cast<const char*>(data), size);
  const host::ReadOptions options{"http://example.org/a/b", "text/html", false};
  const Page page = host::read_page_with_content(html, options, {.queries = true});
  require(page.forms.size() <= limits::kQueryForms);
  for (const QueryForm& form : page.forms) {
    check(form);
    const ReadForm read = read_form({form});
    if (read.kind == FormKind::asks) ask(read.shape, page);
  }
  return 0;
}
