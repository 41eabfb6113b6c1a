// The pages of the extension: each is empty but for its script and its style sheets.

/** Style sheets by page, in the order in which they hold. */
export const PAGES = {
  panel: ["uplot", "base", "panel"],
  options: ["base", "options"],
  resting: ["base", "resting"],
};

/** The HTML of a page. */
export function page(name) {
  const styles = PAGES[name].map((style) => `    <link rel="stylesheet" href="${style}.css">\n`).join("");
  return `<!doctype html>
<html>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tagtrail</title>
    <link rel="icon" href="icons/32.png">
${styles}    <script type="module" src="${name}.js"></script>
  </head>
  <body></body>
</html>
`;
}
