// One pass over a document tree that finds what a page says: title, text, links.
#pragma once

#include <gumbo.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "html/page_text.hpp"
#include "html/unnamed_links.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// Walks a tree without recursion, in time linear in its size. Views into the tree are kept, so it
/// must outlive the walker.
class PageWalker {
 public:
  /// `most`: what the links may take, with all their strings.
  explicit PageWalker(std::size_t most) : most_(most) {}

  void walk(const GumboNode* document);
  /// What was found; links resolved against <base>, or else against `page_url`, and their queries
  /// in the encoding of the page.
  Page take(std::string_view page_url, std::string_view encoding);

 private:
  /// Of the document in the `srcdoc` of a frame, which is read no deeper.
  struct WithinFrame {};
  PageWalker(WithinFrame /*unused*/, std::size_t most) : most_(most), reads_srcdocs_(false) {}

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  /// An element whose children are being visited.
  struct Frame {
    const GumboNode* node;
    unsigned next_child = 0;
    std::size_t text_begin = 0;
    std::size_t link = kNone;     ///< index in links_ of its first
    std::size_t links_end = 0;    ///< behind its last
    std::size_t heading = kNone;  ///< index in headings_
    std::size_t block = kNone;    ///< index in blocks_, given when a link asks
    std::size_t around = kNone;   ///< index in stack_ of the innermost surrounding element
    bool muted = false;           ///< text in it is not read
    bool in_body = false;
    bool in_form = false;
    bool jumps = false;  ///< within a <select> whose values may be addresses
    bool in_link = false;
  };

  /// A link as found; its URL is resolved when the whole page, and so its <base>, is known. A page
  /// may have very many: small.
  struct Found {
    const GumboElement* element;
    std::string_view href;
    PageText::Slice text;
    LinkElement kind;
    std::uint32_t path;  ///< index in paths_
    std::uint32_t first_image;
    std::uint32_t images_end;
    std::uint32_t heading;  ///< index in headings_; its highest value: none
    std::uint32_t block;
    std::uint32_t signs;  ///< those before it, then, once it is left, those in it
  };

  /// A document that is written into a page.
  struct Srcdoc {
    std::string_view html;
    std::string path;    ///< of its frame
    std::size_t before;  ///< index in links_ of what comes after it
  };

  void enter(const GumboNode* node);
  void leave();
  void visit_text(const char* text);
  void visit_element(const GumboNode* node, Frame& frame);
  void visit_html_element(const GumboNode* node, Frame& frame);
  void find_link(const GumboNode* node, Frame& frame);
  void find_unnamed_links(const GumboNode* node, Frame& frame);
  void add_link(const GumboNode* node, Frame& frame, LinkElement kind, std::string_view href,
                std::string_view place = {});
  void add_text_links(const char* text, PageText::Slice slice);
  /// False when there is no room for it.
  bool push_link(const GumboElement& element, LinkElement kind, std::string_view href,
                 std::string path, PageText::Slice text);
  /// What was made of the page's text; kept as long as the walker.
  void add_unnamed(const GumboNode* node, Frame& frame, UnnamedLink link);
  std::string path_to_top(const GumboNode* node);
  const std::string& path_of_open();
  std::size_t nearest_block();
  void find_srcdoc(const GumboNode* node);
  void take_srcdoc(const Srcdoc& srcdoc, std::string_view base, std::size_t& bytes);
  bool keep(LinkObservation link, std::size_t& bytes);
  std::string anchor_of(const Found& found) const;
  LinkObservation observe(const Found& found, std::string_view written) const;

  std::size_t most_;
  std::vector<Frame> stack_;
  std::string path_;                    ///< tag path of the first path_ends_.size() frames
  std::vector<std::size_t> path_ends_;  ///< length of path_ after each of them
  PageText text_;
  FirstWords words_;
  std::vector<PageText::Slice> headings_;
  std::vector<PageText::Slice> blocks_;
  std::vector<std::string_view> images_;  ///< alt texts
  std::vector<Found> links_;
  std::vector<std::string> paths_;  ///< tag paths, each once for links that follow each other
  std::deque<std::string> made_;    ///< addresses that are no attribute as a whole
  std::optional<JumpMenus> menus_;
  ScriptLinks script_links_;
  std::vector<Srcdoc> srcdocs_;
  bool reads_srcdocs_ = true;
  std::uint32_t signs_ = 0;     ///< in links, that say of these that they do something
  std::size_t link_bytes_ = 0;  ///< of links_ and paths_
  std::string_view base_;
  bool base_seen_ = false;
  bool title_seen_ = false;
  std::size_t without_scripts_ = kNone;  ///< the link that a <meta> in a <noscript> is
  std::uint32_t links_cut_ = 0;          ///< for which there was no room
  Page page_;
};

}  // namespace tagtrail::host
