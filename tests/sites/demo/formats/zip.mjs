// ZIP archives with stored (uncompressed) entries: enough for ZIP, XLSX and ODS, and deterministic.

const table = new Uint32Array(256);
for (let index = 0; index < 256; index += 1) {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  table[index] = value >>> 0;
}

export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = table[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const kUtf8Names = 0x0800;
const kDate = ((2024 - 1980) << 9) | (12 << 5) | 2;  // 2 December 2024, midnight

/** `entries`: [name, text or bytes], in order. */
export function zip(entries) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const nameBytes = Buffer.from(name, 'utf8');
    const body = Buffer.from(content);
    const common = Buffer.alloc(26);  // the fields that both headers share, from "version needed"
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(kUtf8Names, 2);
    common.writeUInt16LE(kDate, 8);
    common.writeUInt32LE(crc32(body), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(body.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, body);
    const place = Buffer.alloc(14);  // comment length, disk, attributes: zero; then the offset
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, nameBytes);
    offset += 30 + nameBytes.length + body.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}
