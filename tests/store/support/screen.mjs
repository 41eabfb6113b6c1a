// A screen of its own (Xvfb) with a window manager, a pointer and a keyboard: what a person has who sits
// in front of a browser. xdotool moves the pointer, xwd takes the pictures.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import { until } from "../../e2e/support/program.mjs";

const NEEDED = ["Xvfb", "openbox", "xdotool", "xwd"];
const SIZE = { width: 1280, height: 900 };
/** Of an XWD header, as 32-bit numbers: its length, and where it says what. */
const XWD = { header: 0, width: 4, height: 5, bitsPerPixel: 11, bytesPerLine: 12, colours: 19 };
const XWD_COLOUR_BYTES = 12;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Why there can be no screen, or false. */
export const noScreen = (() => {
  const missing = NEEDED.filter((name) => !existsSync(`/usr/bin/${name}`));
  return missing.length > 0 && `not installed: ${missing.join(", ")}`;
})();

/** What a person would wait for: far less than a job takes. */
const SOON_MS = 60_000;

export const soon = (condition) => until(condition, undefined, 100, SOON_MS);
export const pause = (ms) => new Promise((wake) => setTimeout(wake, ms));

function firstLine(stream) {
  return new Promise((done, failed) => {
    let text = "";
    stream.setEncoding("utf8").on("data", (part) => {
      text += part;
      if (text.includes("\n")) done(text.split("\n")[0]);
    });
    stream.on("end", () => failed(new Error("the screen did not start")));
  });
}

/** A window that closes while xwd looks at all of them makes it fail: then it looks again. */
function shotOf(env) {
  for (let tries = 5; ; tries--) {
    const { status, stdout, stderr } = spawnSync("xwd", ["-root", "-silent"], { env, maxBuffer: 1 << 26 });
    if (status === 0) return stdout;
    if (tries === 1) throw new Error(`xwd: ${stderr}`);
  }
}

/** What a screen showed: `at(x, y)` gives [red, green, blue]; `save(file)` writes a PNG. */
class Picture {
  constructor(xwd) {
    const number = (at) => xwd.readUInt32BE(at * 4);
    this.width = number(XWD.width);
    this.height = number(XWD.height);
    this.step = number(XWD.bitsPerPixel) / 8;
    this.stride = number(XWD.bytesPerLine);
    this.pixels = xwd.subarray(number(XWD.header) + number(XWD.colours) * XWD_COLOUR_BYTES);
  }

  at(x, y) {
    const from = y * this.stride + x * this.step;
    return [this.pixels[from + 2], this.pixels[from + 1], this.pixels[from]];
  }

  save(file) {
    const rows = Buffer.alloc(this.height * (1 + this.width * 3));
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) rows.set(this.at(x, y), y * (1 + this.width * 3) + 1 + x * 3);
    }
    const head = Buffer.alloc(13);
    head.writeUInt32BE(this.width, 0);
    head.writeUInt32BE(this.height, 4);
    head.set([8, 2], 8);
    const chunk = (type, data) => {
      const out = Buffer.alloc(12 + data.length);
      out.writeUInt32BE(data.length, 0);
      out.write(type, 4, "latin1");
      out.set(data, 8);
      out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
      return out;
    };
    writeFileSync(file, Buffer.concat([PNG_SIGNATURE, chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]));
  }

  /** Centre of the pixels of about this colour in a part of it; null where there are fewer than `least`. */
  find([red, green, blue], { left = 0, right = this.width, top = 0, bottom = this.height, least = 4, tolerance = 12 } = {}) {
    let count = 0;
    let [sumX, sumY] = [0, 0];
    const { pixels, stride, step } = this;
    for (let y = top; y < bottom; y++) {
      for (let x = left, from = y * stride + left * step; x < right; x++, from += step) {
        if (Math.abs(pixels[from + 2] - red) > tolerance || Math.abs(pixels[from + 1] - green) > tolerance
          || Math.abs(pixels[from] - blue) > tolerance) continue;
        count++;
        sumX += x;
        sumY += y;
      }
    }
    return count < least ? null : { x: Math.round(sumX / count), y: Math.round(sumY / count) };
  }
}

/** Starts a screen; `display` is for the environment of the programs on it. */
export async function startScreen(size = SIZE) {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", `${size.width}x${size.height}x24`, "-nolisten", "tcp"],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const display = `:${(await firstLine(server.stdio[3])).trim()}`;
  const env = { ...process.env, DISPLAY: display };
  const manager = spawn("openbox", [], { env, stdio: "ignore" });
  const xdotool = (...args) => execFileSync("xdotool", args.map(String), { env, encoding: "utf8" }).trim();
  const screen = {
    display,
    size,
    picture: () => new Picture(shotOf(env)),
    move: ({ x, y }) => xdotool("mousemove", x, y),
    async click({ x, y }) {
      xdotool("mousemove", x, y);
      // Browsers ignore a click on a question that has only just appeared under the pointer.
      await pause(150);
      xdotool("click", 1);
    },
    key: (...names) => xdotool("key", "--clearmodifiers", ...names),
    type: (text) => xdotool("type", "--delay", "20", text),
    async stop() {
      manager.kill();
      server.kill();
      await pause(100);
    },
  };
  return screen;
}
