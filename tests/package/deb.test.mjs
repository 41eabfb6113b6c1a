// The Debian package: what is in it, and that it runs from wherever it was unpacked. clean_machine.test.mjs
// installs it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { faultsOf, longOnly, root, runToEnd } from "../e2e/support/program.mjs";
import { contentsOf, controlFilesOf, fieldOf, makeDeb, notPackable, unpack } from "./support/deb.mjs";

const LINKS = ["/etc/chromium", "/etc/opt/chrome", "/etc/opt/edge"].map((folder) => `${folder}/native-messaging-hosts/org.tagtrail.host.json`);
const hasMan = spawnSync("man", ["--version"]).status === 0;
const noLintian = longOnly || (spawnSync("lintian", ["--version"]).status !== 0 && "no lintian");

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

/** The parts that docs/licences.md says are compiled into the program. */
function compiledParts() {
  const [, table] = readFileSync(join(root, "docs/licences.md"), "utf8").split("`packaging/debian/copyright`):\n\n");
  return table.split("\n\n")[0].split("\n").slice(2).map((row) => row.split("|")[1].replace(/\(.*?\)|`|,.*/g, "").trim());
}

describe("the Debian package", { skip: notPackable }, () => {
  const folder = temporaryFolder();
  const at = (path) => join(folder.path, "unpacked", path);
  const text = (path) => readFileSync(at(path), "utf8");
  let deb;

  before(() => {
    deb = makeDeb(join(folder.path, "first")).path;
    unpack(deb, join(folder.path, "unpacked"));
  });
  after(() => folder.remove());

  /** The unpacked program, for a user of its own who knows nothing of the checkout. */
  function run(...args) {
    const env = { PATH: "/usr/bin:/bin", HOME: folder.path, TMPDIR: folder.path };
    return spawnSync(at("usr/bin/tagtrail"), args, { encoding: "utf8", env, cwd: folder.path });
  }

  it("needs the libraries that it is linked with, and nothing to build with", () => {
    const depends = fieldOf(deb, "Depends").split(/, /).map((one) => one.split(" ")[0]);
    for (const name of ["libc6", "libcurl4", "libsqlite3-0", "libgumbo1", "publicsuffix", "ca-certificates"]) assert.ok(depends.includes(name), name);
    assert.deepEqual(depends.filter((name) => !/^(lib|zlib1g|publicsuffix$|ca-certificates$)/.test(name) || /-dev$/.test(name)), []);
    assert.match(fieldOf(deb, "Recommends"), /^chromium \| firefox-esr, /);
    assert.match(fieldOf(deb, "Version"), /^\d+\.\d+\.\d+~[a-z]+\d/);
  });

  it("installs what can be read by all and written by root, and no settings", () => {
    const contents = contentsOf(deb);
    assert.deepEqual(contents.filter(({ owner }) => owner !== "root/root"), []);
    assert.deepEqual(contents.filter(({ mode }) => !["drwxr-xr-x", "-rw-r--r--", "-rwxr-xr-x", "lrwxrwxrwx"].includes(mode)), []);
    assert.deepEqual(contents.filter(({ mode }) => mode === "-rwxr-xr-x").map(({ path }) => path),
      ["/usr/bin/tagtrail", "/usr/lib/tagtrail/tagtrail-host", "/usr/lib/tagtrail/tagtrail-lab",
        "/usr/lib/tagtrail/tagtrail-reader"]);
    // Links are no conffiles: nothing stays behind in /etc.
    const etc = contents.filter(({ path, mode }) => path.startsWith("/etc/") && !mode.startsWith("d"));
    assert.deepEqual(etc.map(({ path }) => path), LINKS);
    assert.deepEqual([...new Set(etc.map(({ target }) => target))], ["/usr/share/tagtrail/host/chromium.json"]);
    assert.deepEqual(controlFilesOf(deb).filter((name) => name !== "").sort(), ["control", "md5sums"]);
  });

  it("lets our builds of the extension start the host, in every browser", () => {
    const ids = JSON.parse(readFileSync(join(root, "extension/ids.json"), "utf8"));
    const chromium = JSON.parse(text("usr/share/tagtrail/host/chromium.json"));
    assert.deepEqual(chromium.allowed_origins, [ids.chromium.id, ids.chromiumUnpacked.id].map((id) => `chrome-extension://${id}/`));
    const firefox = JSON.parse(text("usr/lib/mozilla/native-messaging-hosts/org.tagtrail.host.json"));
    assert.deepEqual(firefox.allowed_extensions, [ids.firefox.id]);
    assert.deepEqual([chromium.path, firefox.path], ["/usr/lib/tagtrail/tagtrail-host", "/usr/lib/tagtrail/tagtrail-host"]);
    assert.match(text(chromium.path), /^#!\/bin\/sh\nexec '\/usr\/bin\/tagtrail' 'host' "\$@"\n$/);
  });

  it("has both builds of the extension for both browsers, all pages of docs, and the unit", () => {
    for (const build of ["chromium", "chromium-batch", "firefox", "firefox-batch"]) {
      for (const name of ["manifest.json", "tagtrail.wasm", "licences.txt"]) assert.ok(existsSync(at(`usr/share/tagtrail/${build}/${name}`)), name);
    }
    const pages = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
    for (const name of pages) assert.ok(existsSync(at(`usr/share/doc/tagtrail/docs/${name}`)), name);
    for (const name of ["tagtrail-batch.service", "Containerfile"]) assert.ok(existsSync(at(`usr/share/doc/tagtrail/examples/${name}`)), name);
  });

  it("tells nothing of the machine that built it", () => {
    assert.deepEqual(filesBelow(at("")).filter((path) => readFileSync(path).includes(root)), []);
  });

  it("has the notice of each part that is compiled in", () => {
    const parts = compiledParts();
    assert.ok(parts.includes("CLI11") && parts.includes("hnswlib"), parts.join());
    const copyright = text("usr/share/doc/tagtrail/copyright");
    for (const name of parts) assert.ok(copyright.includes(name.split("/").at(-1)), name);
  });

  it("has a changelog of Debian's form", () => {
    const changelog = gunzipSync(readFileSync(at("usr/share/doc/tagtrail/changelog.gz"))).toString();
    assert.match(changelog, /^tagtrail \(\S+\) unstable; urgency=medium\n\n {2}\* \S[^]*\n\n -- .* <.*> {2}\w{3}, \d{2} \w{3} \d{4} [\d:]{8} \+0000\n$/);
    assert.ok(changelog.split("\n").every((line) => line.length <= 90));
    assert.ok(changelog.includes(`(${fieldOf(deb, "Version")})`));
  });

  it("is taken by lintian", { skip: noLintian }, () => {
    const { status, stdout } = spawnSync("lintian", ["--allow-root", "--fail-on", "error,warning", deb], { encoding: "utf8" });
    assert.equal(status, 0, stdout);
  });

  it("has the same bytes again, with other habits of the system", { skip: longOnly }, () => {
    const other = makeDeb(join(folder.path, "other"), { umask: 0o077, zone: "Asia/Tokyo" });
    assert.deepEqual(readFileSync(other.path), readFileSync(deb));
  });

  it("has a manual page with every option", { skip: !hasMan && "no man" }, () => {
    const page = spawnSync("man", ["--warnings", "-l", at("usr/share/man/man1/tagtrail.1.gz")],
      { encoding: "utf8", env: { ...process.env, MANWIDTH: "2000", LC_ALL: "C.UTF-8" }, maxBuffer: 1 << 26 });
    assert.equal(page.stderr, "");
    const plain = page.stdout.replace(/.\x08/g, "");
    for (const { flag } of JSON.parse(runToEnd(["options"]))) assert.ok(plain.includes(flag), flag);
    for (const command of ["harvest", "batch", "lab compare", "bench fetch", "doctor"]) assert.ok(plain.includes(`tagtrail ${command}`), command);
    assert.doesNotMatch(plain, /host-files|tagtrail pump/);
  });

  it("runs where it was unpacked, and finds its parts there", () => {
    assert.equal(run("--version").stdout.split(" ")[0], "tagtrail");
    const { findings } = JSON.parse(run("doctor", "--json").stdout);
    const extension = findings.find(({ what }) => what === "chromium-batch manifest.json");
    assert.equal(extension.detail, at("usr/share/tagtrail/chromium-batch/manifest.json"));
    const job = join(folder.path, "job");
    const demo = run("demo", "--browser", "never", "--out", job);
    // Without a browser, the files that only scripts link to are not found.
    assert.equal(demo.status, 1, demo.stderr);
    assert.match(demo.stdout, /plain +187 of 187 found, 0 missing\nextensionless +40 of 40 found, 0 missing\njavascript +0 of 20/);
    assert.deepEqual(faultsOf(job, "plain"), []);
    const page = join(folder.path, "report.html");
    const report = run("report", job, "-o", page);
    assert.equal(report.status, 0, report.stderr);
    assert.ok(statSync(page).size > 10_000);
  });
});
