<?php
// Fills a Shaarli: php shaarli.php DATA LIST. DATA is its folder of data, LIST JSON: { public, private: files { name, href } }.
// Prints how many pages of content came of it.
const PROGRAM = '/usr/share/shaarli';
require PROGRAM . '/autoload.php';
foreach (['Utils.php', 'bookmark/LinkUtils.php', 'http/HttpUtils.php', 'http/UrlUtils.php'] as $part) require PROGRAM . "/application/$part";

use malkusch\lock\mutex\NoMutex;
use Shaarli\Bookmark\Bookmark;
use Shaarli\Bookmark\BookmarkFileService;
use Shaarli\Config\ConfigManager;
use Shaarli\History;
use Shaarli\Languages;

[, $data, $list] = $argv;
$given = json_decode(file_get_contents($list), true);
const TOPICS = ['climate', 'energy', 'housing', 'transport'];
const DAY = 86400;
const SHOWN = 20;

$conf = new ConfigManager("$data/config");
new Languages('en', $conf);
$service = new BookmarkFileService($conf, new History("$data/history.php"), new NoMutex(), true);
foreach ($service->search() as $sample) $service->remove($sample, false);

$step = 0;
foreach (['public' => false, 'private' => true] as $kind => $private) {
  foreach ($given[$kind] as $file) {
    $step++;
    $bookmark = new Bookmark();
    $bookmark->setTitle("Table $step");
    // A bookmark of somewhere else, or a note.
    if ($step % 2) $bookmark->setUrl("https://tables.example.org/$step");
    $bookmark->setDescription("The figures of part $step: [{$file['name']}]({$file['href']})");
    $bookmark->setTags([TOPICS[$step % count(TOPICS)], $step % 3 ? 'yearly' : 'monthly']);
    $bookmark->setPrivate($private);
    $bookmark->setSticky($step % 10 === 0);
    $bookmark->setCreated(new DateTime('@' . (gmmktime(9, 0, 0, 1, 8, 2024) + $step * DAY)));
    $service->add($bookmark, false);
  }
}
$service->save();
// The bookmarks, what shows twenty at a time, the tags.
echo json_encode(['pages' => $step + intdiv($step, SHOWN) + 1 + count(TOPICS) + 2]), "\n";
