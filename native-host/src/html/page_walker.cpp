#include "html/page_walker.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "html/charset.hpp"
#include "html/elements.hpp"
#include "html/html_tree.hpp"
#include "tagtrail/tag_path.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kLanguageBytes = 64;
constexpr auto kNoIndex = static_cast<std::uint32_t>(-1);  ///< none, in 32 bits

/// Of a page, read.
constexpr std::size_t kMostSrcdocs = 20;
constexpr std::size_t kSrcdocTree = 8ULL << 20;

bool is_text(const GumboNode* node) {
  return node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE ||
         node->type == GUMBO_NODE_CDATA;
}

const GumboVector& children_of(const GumboNode* node) {
  return node->type == GUMBO_NODE_DOCUMENT ? node->v.document.children : node->v.element.children;
}

/// A browser makes it the tree that is shown instead of its parent's content.
bool is_shadow_root(const GumboNode* node) {
  if (node->type != GUMBO_NODE_TEMPLATE) return false;
  const std::string_view mode = attribute_view(node->v.element, "shadowrootmode");
  return equal_ignoring_case(mode, "open") || equal_ignoring_case(mode, "closed");
}

std::string direct_text(const GumboNode* node) {
  std::string text;
  const GumboVector& children = node->v.element.children;
  for (unsigned i = 0; i < children.length; ++i) {
    const auto* child = static_cast<const GumboNode*>(children.data[i]);
    if (is_text(child)) text.append(child->v.text.text);
  }
  return text;
}

std::string collapsed(std::string_view text, std::size_t bytes) {
  if (text.empty()) return {};
  std::string out = collapse_space(text);
  out.resize(utf8_prefix(out, bytes).size());
  return out;
}

std::size_t size_of(const LinkObservation& link) {
  return sizeof(link) + link.url.size() + link.written.size() + link.tag_path.size() +
         link.anchor.size() + link.heading.size() + link.around.size() + link.rel.size();
}

}  // namespace

void PageWalker::walk(const GumboNode* document) {
  menus_.emplace(document);
  stack_.push_back(Frame{.node = document});
  while (!stack_.empty()) {
    Frame& top = stack_.back();
    const GumboVector& children = children_of(top.node);
    if (top.next_child >= children.length) {
      leave();
      continue;
    }
    const auto* child = static_cast<const GumboNode*>(children.data[top.next_child++]);
    if (child->type == GUMBO_NODE_ELEMENT || is_shadow_root(child)) {
      enter(child);
    } else if (is_text(child)) {
      visit_text(child->v.text.text);
    }
  }
}

void PageWalker::enter(const GumboNode* node) {
  const Frame& parent = stack_.back();
  Frame frame{.node = node, .text_begin = text_.size()};
  frame.muted = parent.muted;
  frame.in_body = parent.in_body;
  frame.around = parent.around;
  frame.in_form = parent.in_form;
  frame.jumps = parent.jumps;
  frame.in_link = parent.in_link;
  if (!is_inline(node->v.element.tag)) words_.separate();
  // A shadow root is no element of the page: what is in it stands right in its parent.
  if (node->type == GUMBO_NODE_ELEMENT) visit_element(node, frame);
  stack_.push_back(frame);
}

void PageWalker::visit_element(const GumboNode* node, Frame& frame) {
  const GumboElement& element = node->v.element;
  if (element.tag_namespace == GUMBO_NAMESPACE_HTML) {
    visit_html_element(node, frame);
  } else if (const char* href = drawn_link(element); href != nullptr) {
    add_link(node, frame, LinkElement::link, href);
  }
  if (element.attributes.length == 0) return;
  if (frame.in_link && sign_says_that_it_acts(element)) ++signs_;
  std::vector<UnnamedLink> unnamed = links_in_attributes(element);
  if (unnamed.size() >= kUnnamedLinks) ++links_cut_;
  for (UnnamedLink& link : unnamed) add_unnamed(node, frame, std::move(link));
}

void PageWalker::leave() {
  const Frame& frame = stack_.back();
  if (frame.heading != kNone) headings_[frame.heading].end = text_.size();
  if (frame.block != kNone) blocks_[frame.block].end = text_.size();
  if (frame.link != kNone) {
    for (std::size_t i = frame.link; i < frame.links_end; ++i) {
      links_[i].text.end = text_.size();
      links_[i].images_end = static_cast<std::uint32_t>(images_.size());
      links_[i].signs = signs_ - links_[i].signs;
    }
  }
  if (frame.node->type == GUMBO_NODE_ELEMENT && !is_inline(frame.node->v.element.tag)) {
    words_.separate();
  }
  stack_.pop_back();
  // The document node at the bottom has no part in the path.
  if (path_ends_.size() + 1 > stack_.size() && !path_ends_.empty()) {
    path_ends_.pop_back();
    path_.resize(path_ends_.empty() ? 0 : path_ends_.back());
  }
}

void PageWalker::visit_text(const char* text) {
  const Frame& top = stack_.back();
  if (top.muted) return;
  const std::size_t begin = text_.size();
  text_.append(text);
  if (top.in_body && !top.in_link) add_text_links(text, {begin, text_.size()});
  if (top.in_body && !words_.full()) words_.append(text);
}

void PageWalker::visit_html_element(const GumboNode* node, Frame& frame) {
  const GumboElement& element = node->v.element;
  frame.muted = frame.muted || is_muted(element.tag);
  if (is_surrounding(element.tag)) frame.around = stack_.size();
  if (is_heading(element.tag)) {
    frame.heading = headings_.size();
    headings_.push_back({text_.size(), text_.size()});
  }
  switch (element.tag) {
    case GUMBO_TAG_HTML:
      page_.language = collapsed(attribute_view(element, "lang"), kLanguageBytes);
      break;
    case GUMBO_TAG_BODY:
      frame.in_body = true;
      break;
    case GUMBO_TAG_TITLE:
      if (!title_seen_) page_.title = collapsed(direct_text(node), limits::kTitleBytes);
      title_seen_ = true;
      break;
    case GUMBO_TAG_BASE:
      if (const char* href = attribute_value(element, "href"); href != nullptr && !base_seen_) {
        base_ = href;
        base_seen_ = true;
      }
      break;
    case GUMBO_TAG_IMG:
      images_.push_back(attribute_view(element, "alt"));
      break;
    case GUMBO_TAG_A:
    case GUMBO_TAG_AREA:
    case GUMBO_TAG_FRAME:
      find_link(node, frame);
      break;
    case GUMBO_TAG_IFRAME:
      find_link(node, frame);
      find_srcdoc(node);
      break;
    case GUMBO_TAG_LINK:
      if (names_link_source(element)) find_link(node, frame);
      break;
    case GUMBO_TAG_META:
      // In a <noscript> it sends those away who have no scripts: all that some pages do.
      if (const auto to = refresh_address(element); !to.empty()) {
        if (frame.muted) without_scripts_ = links_.size();
        add_link(node, frame, LinkElement::link, to);
      }
      break;
    case GUMBO_TAG_EMBED:
    case GUMBO_TAG_OBJECT:
      if (const auto to = shown_document(element); !to.empty()) {
        add_link(node, frame, LinkElement::link, to);
      }
      break;
    default:
      find_unnamed_links(node, frame);
      break;
  }
}

/// Those of elements of which attributes alone do not tell.
void PageWalker::find_unnamed_links(const GumboNode* node, Frame& frame) {
  const GumboElement& element = node->v.element;
  switch (element.tag) {
    case GUMBO_TAG_FORM:
      frame.in_form = true;
      break;
    case GUMBO_TAG_SELECT:
      frame.jumps = menus_->enter(element, frame.in_form);
      break;
    case GUMBO_TAG_OPTION:
      if (!frame.jumps) break;
      for (UnnamedLink& link : menus_->links_of(node)) add_unnamed(node, frame, std::move(link));
      break;
    case GUMBO_TAG_SCRIPT:
      for (UnnamedLink& link : script_links_.take(node)) add_unnamed(node, frame, std::move(link));
      break;
    default:
      break;
  }
}

void PageWalker::find_link(const GumboNode* node, Frame& frame) {
  const GumboElement& element = node->v.element;
  const bool framed = element.tag == GUMBO_TAG_FRAME || element.tag == GUMBO_TAG_IFRAME;
  const char* href = attribute_value(element, framed ? "src" : "href");
  frame.in_link = frame.in_link || element.tag == GUMBO_TAG_A;
  if (href != nullptr) add_link(node, frame, link_element(element.tag), href);
}

void PageWalker::find_srcdoc(const GumboNode* node) {
  const char* html = attribute_value(node->v.element, "srcdoc");
  if (html == nullptr || !reads_srcdocs_ || srcdocs_.size() >= kMostSrcdocs) return;
  srcdocs_.push_back({html, path_to_top(node), links_.size()});
}

/// Its base is that of the page (HTML standard, "fallback base URL").
void PageWalker::take_srcdoc(const Srcdoc& srcdoc, std::string_view base, std::size_t& bytes) {
  const HtmlTree tree(srcdoc.html, kSrcdocTree);
  PageWalker walker(WithinFrame{}, most_);
  if (tree.document() != nullptr) walker.walk(tree.document());
  Page page = walker.take(base, {});
  links_cut_ += page.links_cut + (tree.cut() ? 1 : 0);
  for (LinkObservation& link : page.links) {
    link.tag_path = srcdoc.path + link.tag_path;
    if (page_.links.size() >= limits::kLinksPerPage || !keep(std::move(link), bytes)) {
      ++links_cut_;
    }
  }
}

/// False when there is no room for it.
bool PageWalker::keep(LinkObservation link, std::size_t& bytes) {
  link.position = static_cast<std::uint32_t>(page_.links.size());
  bytes += size_of(link);
  if (bytes > most_) return false;
  page_.links.push_back(std::move(link));
  return true;
}

void PageWalker::add_unnamed(const GumboNode* node, Frame& frame, UnnamedLink link) {
  made_.push_back(std::move(link.address));
  add_link(node, frame, LinkElement::link, made_.back(), link.place);
}

void PageWalker::add_link(const GumboNode* node, Frame& frame, LinkElement kind,
                          std::string_view href, std::string_view place) {
  std::string path = path_to_top(node);
  if (!place.empty() && stack_.size() < limits::kPathDepth) append_tag_path(path, place);
  const std::size_t index = links_.size();
  if (!push_link(node->v.element, kind, href, std::move(path), {text_.size(), text_.size()})) {
    return;
  }
  if (frame.link == kNone) frame.link = index;
  frame.links_end = links_.size();
}

/// What people would copy into the address bar; `slice`: of the text in the page's.
void PageWalker::add_text_links(const char* text, PageText::Slice slice) {
  const GumboNode* node = stack_.back().node;
  for (const std::string_view address : files_in_text(text)) {
    std::string path = path_of_open();
    if (stack_.size() <= limits::kPathDepth) append_tag_path(path, "@text");
    made_.emplace_back(address);
    if (!push_link(node->v.element, LinkElement::link, made_.back(), std::move(path), slice)) break;
    links_.back().signs = 0;
  }
}

bool PageWalker::push_link(const GumboElement& element, LinkElement kind, std::string_view href,
                           std::string path, PageText::Slice text) {
  if (links_.size() >= limits::kLinksPerPage || link_bytes_ > most_ / 4) {
    ++links_cut_;
    return false;
  }
  if (paths_.empty() || paths_.back() != path) {
    link_bytes_ += sizeof(std::string) + path.size();
    paths_.push_back(std::move(path));
  }
  link_bytes_ += sizeof(Found);
  const auto images = static_cast<std::uint32_t>(images_.size());
  links_.push_back({.element = &element,
                    .href = href,
                    .text = text,
                    .kind = kind,
                    .path = static_cast<std::uint32_t>(paths_.size() - 1),
                    .first_image = images,
                    .images_end = images,
                    .heading = static_cast<std::uint32_t>(headings_.size() - 1),
                    .block = static_cast<std::uint32_t>(nearest_block()),
                    .signs = signs_});
  return true;
}

/// Tokens are made only on the way to a link, and once for all links below an element.
const std::string& PageWalker::path_of_open() {
  while (path_ends_.size() + 1 < stack_.size() && path_ends_.size() < limits::kPathDepth) {
    const GumboNode* open = stack_[path_ends_.size() + 1].node;
    if (open->type == GUMBO_NODE_ELEMENT) append_element(path_, open->v.element);
    path_ends_.push_back(path_.size());
  }
  return path_;
}

std::string PageWalker::path_to_top(const GumboNode* node) {
  std::string path = path_of_open();
  if (stack_.size() <= limits::kPathDepth) append_element(path, node->v.element);
  return path;
}

std::size_t PageWalker::nearest_block() {
  const std::size_t around = stack_.back().around;
  if (around == kNone) return kNone;
  Frame& frame = stack_[around];
  if (frame.block == kNone) {
    frame.block = blocks_.size();
    blocks_.push_back({frame.text_begin, frame.text_begin});
  }
  return frame.block;
}

std::string PageWalker::anchor_of(const Found& found) const {
  std::string anchor(text_.excerpt(found.text, limits::kAnchorBytes));
  if (anchor.empty() && found.images_end > found.first_image) {
    anchor = collapsed(images_[found.first_image], limits::kAnchorBytes);
  }
  if (anchor.empty() && found.element->tag == GUMBO_TAG_AREA) {
    anchor = collapsed(attribute_view(*found.element, "alt"), limits::kAnchorBytes);
  }
  if (anchor.empty()) {
    anchor = collapsed(attribute_view(*found.element, "title"), limits::kAnchorBytes);
  }
  return anchor;
}

LinkObservation PageWalker::observe(const Found& found, std::string_view written) const {
  LinkObservation link;
  link.element = found.kind;
  link.written = utf8_prefix(written, limits::kWrittenBytes);
  link.anchor = anchor_of(found);
  link.tag_path = paths_[found.path];
  link.rel = collapsed(attribute_view(*found.element, "rel"), limits::kRelBytes);
  link.hints = hints_of(*found.element);
  if (found.signs > 0) link.hints |= link_hint::kSign;
  if (found.heading != kNoIndex) {
    link.heading = text_.excerpt(headings_[found.heading], limits::kHeadingBytes);
  }
  if (found.block != kNoIndex) {
    link.around = text_.excerpt(blocks_[found.block], limits::kAroundBytes);
  }
  return link;
}

Page PageWalker::take(std::string_view page_url, std::string_view encoding) {
  std::string base(page_url);
  if (base_seen_) {
    if (auto resolved = canonical_url(base_, page_url)) base = std::move(*resolved);
  }
  const UrlBase resolver(base);
  std::optional<Encoder> encoder;
  if (const std::string name = output_encoding(encoding); !name.empty()) encoder.emplace(name);
  page_.links.reserve(std::min(links_.size(), most_ / sizeof(LinkObservation)));
  std::size_t bytes = link_bytes_;
  auto srcdoc = srcdocs_.begin();
  for (std::size_t i = 0; i < links_.size(); ++i) {
    for (; srcdoc != srcdocs_.end() && srcdoc->before <= i; ++srcdoc) {
      take_srcdoc(*srcdoc, base, bytes);
    }
    if (i == without_scripts_ && links_.size() > 1) continue;
    const Found& found = links_[i];
    std::string encoded;
    std::string_view written = found.href;
    if (encoder && encoder->usable()) {
      encoded = with_query_encoded(written, *encoder);
      written = encoded;
    }
    auto url = resolver.resolve(written);
    if (!url) {
      if (url.error().code == ErrorCode::too_large) ++links_cut_;
      continue;
    }
    LinkObservation link = observe(found, written);
    link.url = std::move(*url);
    if (!keep(std::move(link), bytes)) {
      links_cut_ += static_cast<std::uint32_t>(links_.size() - i);
      break;
    }
  }
  for (; srcdoc != srcdocs_.end(); ++srcdoc) take_srcdoc(*srcdoc, base, bytes);
  if (script_links_.is_full()) ++links_cut_;
  page_.text = words_.take();
  page_.truncated = links_cut_ > 0;
  page_.links_cut = links_cut_;
  return std::move(page_);
}

}  // namespace tagtrail::host
