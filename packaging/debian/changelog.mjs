// CHANGELOG.md as Debian's changelog (deb-changelog(5)): its newest part.

const WIDTH = 78;

/** "* text", wrapped and indented. */
function item(text) {
  const lines = [];
  let line = "  *";
  for (const word of text.split(/\s+/)) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = "   ";
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}

/** The points of the first part that has a heading of its own. */
function points(markdown) {
  const [, newest] = markdown.split(/^## .*$/m);
  return newest.split("\n").reduce((all, line) => {
    if (line.startsWith("- ")) return [...all, line.slice(2)];
    if (/^ {2}\S/.test(line) && all.length > 0) return [...all.slice(0, -1), `${all.at(-1)} ${line.trim()}`];
    return all;
  }, []).map((point) => point.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"));
}

/** `seconds`: when this version was made, since 1970. */
export function debianChangelog(markdown, seconds, version, maintainer) {
  const date = new Date(seconds * 1000).toUTCString().replace("GMT", "+0000");
  return `tagtrail (${version}) unstable; urgency=medium\n\n${points(markdown).map(item).join("\n")}\n\n -- ${maintainer}  ${date}\n`;
}
