// Settings of web-ext: `web-ext run`, `web-ext lint` and `web-ext build` of the Firefox store output.
// web-ext reads them through web-ext-config.mjs, because it refuses this file's name.
export default {
  sourceDir: "dist/firefox",
  artifactsDir: "dist/packages",
  build: { overwriteDest: true },
  lint: { warningsAsErrors: true },
  run: { target: ["firefox-desktop"], startUrl: ["about:debugging#/runtime/this-firefox"] },
};
