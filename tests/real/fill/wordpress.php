<?php
// Fills a WordPress: php wordpress.php ROOT LIST. LIST is JSON: { password, pages, posts, private: files { name, path } }.
// Prints how many pages of content came of it.
[, $root, $list] = $argv;
$_SERVER += ['HTTP_HOST' => '127.0.0.1', 'SERVER_NAME' => '127.0.0.1', 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1'];
define('WP_INSTALLING', true);
require "$root/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/image.php';

$given = json_decode(file_get_contents($list), true);
const DAY = 86400;
const POSTS = 60;
const PAGES = 12;
const PRIVATE_POSTS = 5;
const CATEGORIES = ['Climate', 'Energy', 'Health', 'Housing', 'Transport', 'Work'];

// No mail to anybody.
function wp_new_blog_notification() {}
add_filter('pre_wp_mail', '__return_true');

wp_install('Tables of the office', 'admin', 'admin@example.org', true, '', $given['password']);
$editor = wp_insert_user(['user_login' => 'ed', 'user_pass' => $given['password'], 'user_email' => 'ed@example.org', 'role' => 'editor']);
$admin = get_user_by('login', 'admin')->ID;
wp_set_current_user($admin);
switch_theme('twentytwentyone');
update_option('permalink_structure', '/%year%/%monthnum%/%postname%/');
update_option('comment_moderation', 0);
update_option('posts_per_page', 10);
foreach (get_posts(['post_type' => ['post', 'page'], 'post_status' => 'any', 'numberposts' => -1]) as $sample) {
  wp_delete_post($sample->ID, true);
}

function dayOf($step) {
  return gmdate('Y-m-d H:i:s', gmmktime(9, 0, 0, 1, 8, 2024) + $step * DAY);
}

/** The paragraph with the link to a new file of the media library. */
function medium($file, $parent, $step) {
  global $admin;
  $month = gmdate('Y/m', strtotime(dayOf($step)));
  $folder = wp_upload_dir()['basedir'] . "/$month";
  wp_mkdir_p($folder);
  copy($file['path'], "$folder/{$file['name']}");
  $id = wp_insert_attachment([
    'post_title' => $file['name'], 'post_mime_type' => wp_check_filetype($file['name'])['type'] ?: 'application/octet-stream',
    'post_status' => 'inherit', 'post_date' => dayOf($step), 'post_author' => $admin,
  ], "$folder/{$file['name']}", $parent);
  $url = wp_make_link_relative(wp_get_attachment_url($id));
  $page = wp_make_link_relative(get_attachment_link($id));
  // Most people link the file, some the page that WordPress makes for it.
  return $step % 5 === 4
    ? "<!-- wp:paragraph --><p>See <a href=\"$page\">the page of {$file['name']}</a>.</p><!-- /wp:paragraph -->\n"
    : "<!-- wp:file {\"id\":$id,\"href\":\"$url\"} --><div class=\"wp-block-file\"><a href=\"$url\">{$file['name']}</a></div><!-- /wp:file -->\n";
}

function prose($name, $at) {
  return "<!-- wp:paragraph --><p>The figures of $name cover part $at of the region, district by district.</p><!-- /wp:paragraph -->\n";
}

function entry($type, $title, $step, $status, $author, $extra = []) {
  return wp_insert_post(['post_type' => $type, 'post_title' => $title, 'post_status' => $status, 'post_date' => dayOf($step),
    'post_author' => $author, 'post_content' => prose($title, $step)] + $extra, true);
}

function addMedia($id, $files, $step) {
  if (!$files) return;
  $content = get_post($id)->post_content;
  foreach ($files as $at => $file) $content .= medium($file, $id, $step + $at);
  wp_update_post(['ID' => $id, 'post_content' => $content]);
}

/** What goes to entry `at` of `count`: files are dealt unevenly, so that some entries have none. */
function dealt($files, $at, $count) {
  return array_values(array_filter($files, fn($file, $n) => ($n * $n + 3 * $n) % $count === $at, ARRAY_FILTER_USE_BOTH));
}

$categories = array_map(fn($name) => wp_insert_term($name, 'category')['term_id'], CATEGORIES);
$posts = [];
for ($at = 0; $at < POSTS; $at++) {
  $name = CATEGORIES[$at % count(CATEGORIES)];
  $id = entry('post', "$name report " . ($at + 1), $at * 4, 'publish', $at % 3 ? $admin : $editor, [
    'post_category' => [$categories[$at % count(CATEGORIES)]], 'tags_input' => [$at % 2 ? 'monthly' : 'yearly', 'series ' . $at % 4]]);
  addMedia($id, dealt($given['posts'], $at, POSTS), $at * 4);
  $posts[] = $id;
}
$parent = 0;
for ($at = 0; $at < PAGES; $at++) {
  $id = entry('page', 'Topic ' . ($at + 1), 300 + $at, 'publish', $admin, ['post_parent' => $at % 4 ? $parent : 0]);
  if ($at % 4 === 0) $parent = $id;
  addMedia($id, dealt($given['pages'], $at, PAGES), 300 + $at);
}
for ($at = 0; $at < PRIVATE_POSTS; $at++) {
  $id = entry('post', 'Internal note ' . ($at + 1), 320 + $at, 'private', $admin, ['post_category' => [$categories[0]]]);
  addMedia($id, array_slice($given['private'], $at * 2, 2), 320 + $at);
}
entry('post', 'A draft', 330, 'draft', $editor);
wp_trash_post(entry('post', 'Thrown away', 331, 'publish', $editor));
foreach ([1, 1, 1, 1, 0, 0, 'spam', 'trash'] as $turn => $state) {
  for ($at = 0; $at < 5; $at++) {
    $id = wp_insert_comment(['comment_post_ID' => $posts[$turn * 7 + $at], 'comment_author' => "Reader $at", 'comment_author_email' => 'reader@example.org',
      'comment_content' => "Thanks for part $turn.", 'comment_date' => dayOf(340 + $turn), 'comment_approved' => $state === 'trash' ? 1 : $state]);
    if ($state === 'trash') wp_trash_comment($id);
  }
}
// A menu of the theme, and the widgets that a new site has.
$menu = wp_create_nav_menu('Main');
foreach (get_pages(['parent' => 0]) as $page) {
  wp_update_nav_menu_item($menu, 0, ['menu-item-object-id' => $page->ID, 'menu-item-object' => 'page', 'menu-item-type' => 'post_type', 'menu-item-status' => 'publish']);
}
foreach ($categories as $category) {
  wp_update_nav_menu_item($menu, 0, ['menu-item-object-id' => $category, 'menu-item-object' => 'category', 'menu-item-type' => 'taxonomy', 'menu-item-status' => 'publish']);
}
set_theme_mod('nav_menu_locations', ['primary' => $menu]);
flush_rewrite_rules(false);
// It notes that there is none where somebody comes for the first time.
wp_get_custom_css_post();
// Posts, pages, what the home page and the lists of the categories show ten at a time.
echo json_encode(['pages' => POSTS + PAGES + intdiv(POSTS, 10) + count(CATEGORIES)]), "\n";
