// The package on a machine where nothing else is: installed by apt, used by a user, removed without a trace.
// Prints what the first start costs, for docs/installing.md.
// lane: screen
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { faultsOf, root, startDemoSite, until } from "../e2e/support/program.mjs";
import { pinIcon, windowOf } from "../store/support/chromium_window.mjs";
import { noScreen, startScreen } from "../store/support/screen.mjs";
import { CleanMachine, noMachine } from "./support/clean_machine.mjs";
import { fieldOf, makeDeb, notPackable } from "./support/deb.mjs";

const LINK = "native-messaging-hosts/org.tagtrail.host.json";
const pictures = join(root, "build/test-output/package");

function seconds(work) {
  const begin = process.hrtime.bigint();
  const result = work();
  return { result, seconds: (Number(process.hrtime.bigint() - begin) / 1e9).toFixed(1) };
}

/** "Need to get 251 MB of archives", "931 MB of additional disk space". */
function costs(log) {
  const [, download] = log.match(/Need to get (?:[\d.,]+ \w+\/)?([\d.,]+ \w+) of archives/) ?? [];
  const [, disk] = log.match(/After this operation, ([\d.,]+ \w+)/) ?? [];
  return `${download} to download, ${disk} on disk`;
}

describe("the package on a clean machine", { skip: noMachine || notPackable, timeout: 60 * 60_000 }, () => {
  const folder = temporaryFolder();
  let deb;
  let machine;
  let site;

  function cleanMachine(name) {
    const clean = new CleanMachine(join(folder.path, name));
    clean.asRoot("apt-get -q update");
    clean.put(deb, `/tmp/${basename(deb)}`);
    return clean;
  }

  before(async () => {
    deb = makeDeb(folder.path).path;
    machine = cleanMachine("first");
    site = await startDemoSite(join(folder.path, "site.log"));
  });
  after(async () => {
    await site?.stop();
    folder.remove();
  });

  const install = (...options) => machine.asRoot(`apt-get -q install -y ${options.join(" ")} /tmp/${basename(deb)}`);
  const job = (name) => machine.path(`/home/user/${name}`);

  it("harvests a site without a browser after one command", (context) => {
    const first = seconds(() => install("--no-install-recommends"));
    context.diagnostic(`without a browser: ${costs(first.result.stdout)}, ${first.seconds} s to install`);
    const harvest = seconds(() => machine.asUser(`tagtrail harvest ${site.url} --out plain --browser never --allow-private --delay 0`));
    context.diagnostic(`then ${harvest.seconds} s to a harvested folder`);
    assert.deepEqual(faultsOf(job("plain"), "plain"), []);
  });

  it("says what is missing where there is no browser", () => {
    const demo = machine.asUser("tagtrail demo", { fails: true });
    assert.equal(demo.status, 3);
    assert.match(demo.stderr, /no Chromium found: apt install chromium/);
    const doctor = machine.asUser("tagtrail doctor", { fails: true });
    assert.equal(doctor.status, 3);
    assert.match(doctor.stdout, /missing +chromium[^]*apt install chromium/);
  });

  it("leaves nothing when it is removed", () => {
    // Where all that it needs was there before, so that what others leave is not counted.
    const other = cleanMachine("other");
    other.asRoot(`apt-get -q satisfy -y --no-install-recommends '${fieldOf(deb, "Depends")}'`);
    const before = new Set(other.files());
    other.asRoot("apt-get -q install -y --no-install-recommends /tmp/tagtrail_*.deb");
    assert.ok(other.files().includes("/etc/chromium/native-messaging-hosts/org.tagtrail.host.json"));
    other.asUser("tagtrail install --browser firefox; tagtrail demo --browser never", { fails: true });
    other.asRoot("apt-get -q remove -y tagtrail");
    assert.deepEqual(other.files().filter((path) => !before.has(path)), []);
    assert.equal(other.asRoot("dpkg -s tagtrail", { fails: true }).status, 1, "there is nothing left to purge");
    other.remove();
  });

  it("shows the demo with the browser that it recommends", (context) => {
    machine.remove();
    machine = cleanMachine("second");
    const second = seconds(() => install());
    context.diagnostic(`with Chromium: ${costs(second.result.stdout)}, ${second.seconds} s to install`);
    const demo = seconds(() => machine.asUser("tagtrail demo --out demo"));
    context.diagnostic(`then ${demo.seconds} s for the demo`);
    assert.match(demo.result.stdout, /plain +187 of 187[^]*javascript +20 of 20 found, 0 missing\nunexpected +0\nwrong +0/);
  });

  it("harvests with the browser", () => {
    machine.asUser(`tagtrail harvest ${site.url} --out whole --allow-private --delay 0`);
    assert.deepEqual(faultsOf(job("whole"), "all"), []);
  });

  it("is whole for doctor, and needs no tagtrail install", () => {
    const { stdout } = machine.asUser("tagtrail doctor");
    assert.match(stdout, new RegExp(`ok +host for chromium +/etc/chromium/${LINK} \\(for all users\\)`));
    const install = machine.asUser("tagtrail install").stdout;
    assert.match(install, new RegExp(`^chromium +for-all +/etc/chromium/${LINK}$`, "m"));
    assert.match(install, /Installed for all users already: chromium, chrome, edge, brave, firefox\./);
    assert.ok(!existsSync(machine.path("/home/user/.config/chromium/NativeMessagingHosts")));
  });

  it("has a manual page and completions that its system finds", () => {
    machine.asRoot("apt-get -q install -y --no-install-recommends man-db bash-completion fish");
    assert.match(machine.asUser("man --path tagtrail; man -w tagtrail").stdout, /man1\/tagtrail\.1\.gz/);
    const bash = "source /usr/share/bash-completion/bash_completion; _completion_loader tagtrail; complete -p tagtrail";
    assert.match(machine.asUser(bash, { fails: true }).stdout, /-F _tagtrail tagtrail/);
    assert.match(machine.asUser("fish -c \"complete -C 'tagtrail do'\"").stdout, /^doctor\t/m);
  });

  it("lets the panel save files by the host that the package installed", { skip: noScreen }, async () => {
    mkdirSync(pictures, { recursive: true });
    const { chromiumUnpacked: { id } } = JSON.parse(readFileSync(join(root, "extension/ids.json"), "utf8"));
    const screen = await startScreen();
    pinIcon(machine.path("/home/user/profile"), id);
    machine.asRoot("chown -R user: /home/user/profile");
    const window = windowOf({ screen, executable: machine.launcher("chromium", { DISPLAY: screen.display }),
      extension: "/usr/share/tagtrail/chromium", id, profile: "/home/user/profile", home: "/home/user" });
    try {
      await window.start();
      await window.page.goto(site.url);
      await window.clickIcon();
      const says = (pattern) => until(async () => pattern.test(await window.panelText()), undefined, 200, 60_000)
        .catch(async () => assert.match(await window.panelText(), pattern));
      await says(/Figures for everybody/);
      assert.doesNotMatch(await window.panelText(), /tagtrail install/);
      await window.press("Collect this one");
      await says(/Before your browser asks/);
      await window.press("Continue");
      await window.allow();
      await says(/Finished/);
      screen.picture().save(join(pictures, "panel.png"));
      const [host] = readdirSync(job("Tagtrail"));
      const { resources } = JSON.parse(readFileSync(join(job("Tagtrail"), host, "datapackage.json"), "utf8"));
      assert.equal(resources.length, 1);
      await window.page.goto("chrome://sandbox");
      assert.match(await window.page.evaluate(() => document.body.innerText), /Layer 1 Sandbox\s+Namespace/);
    } finally {
      await window.stop();
      await screen.stop();
    }
  });

  it("leaves users what they harvested", () => {
    machine.asRoot("apt-get -q remove -y tagtrail");
    assert.deepEqual(faultsOf(job("whole"), "all"), []);
  });
});
