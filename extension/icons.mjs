// Draws the icons: a trail of dots that grow towards the last one.
import { crc32, deflateSync } from "node:zlib";

const DOTS = [
  { x: 0.16, y: 0.8, r: 0.08 },
  { x: 0.36, y: 0.6, r: 0.1 },
  { x: 0.55, y: 0.68, r: 0.12 },
  { x: 0.74, y: 0.34, r: 0.2 },
];
const TRAIL = [31, 122, 140];
const GOAL = [226, 122, 36];
const SAMPLES = 4;

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

function dotAt(x, y) {
  return DOTS.findIndex((dot) => (x - dot.x) ** 2 + (y - dot.y) ** 2 <= dot.r ** 2);
}

/** Colour and coverage of one pixel, from a grid of samples. */
function pixel(px, py, size) {
  let covered = 0;
  let goal = 0;
  for (let i = 0; i < SAMPLES * SAMPLES; i++) {
    const x = (px + ((i % SAMPLES) + 0.5) / SAMPLES) / size;
    const y = (py + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES) / size;
    const dot = dotAt(x, y);
    if (dot < 0) continue;
    covered++;
    if (dot === DOTS.length - 1) goal++;
  }
  return [...(goal * 2 > covered ? GOAL : TRAIL), Math.round((255 * covered) / SAMPLES ** 2)];
}

/** A PNG of `size` by `size` pixels. */
export function icon(size) {
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      rows.set(pixel(x, y, size), y * (size * 4 + 1) + 1 + x * 4);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
