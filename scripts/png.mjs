import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bytes of a pixel by the colour type: true colour without and with alpha. */
const BYTES_OF_TYPE = { 2: 3, 6: 4 };
const PALETTE_TYPE = 3;

/**
 * Reads a picture as browsers write it: 8 bits a channel, not interlaced (PNG, third edition).
 * @returns {{width: number, height: number, pixels: Uint32Array} | null} `pixels`: 0xRRGGBB row by row; null where
 * it already has a palette
 */
export function readPng(file) {
  const parts = [...readChunks(file)];
  const header = parts.find(({ type }) => type === 'IHDR').body;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (header[9] === PALETTE_TYPE) return null;
  const bytes = BYTES_OF_TYPE[header[9]];
  if (!bytes || header[8] !== 8 || header[12] !== 0) throw new Error('This is not a screenshot.');
  const packed = parts.filter(({ type }) => type === 'IDAT').map(({ body }) => body);
  const rows = inflateSync(Buffer.concat(packed));
  const pixels = new Uint32Array(width * height);
  let above = Buffer.alloc(width * bytes);
  for (let y = 0; y < height; y += 1) {
    const start = y * (width * bytes + 1);
    const row = rows.subarray(start + 1, start + 1 + width * bytes);
    unfilter(rows[start], row, above, bytes);
    for (let x = 0; x < width; x += 1) pixels[y * width + x] = row.readUIntBE(x * bytes, 3);
    above = row;
  }
  return { width, height, pixels };
}

function* readChunks(file) {
  for (let at = SIGNATURE.length; at < file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    yield { type, body: file.subarray(at + 8, at + 8 + length) };
    at += length + 12;
  }
}

/** Takes back the filter of a row (section 9 of the specification). */
function unfilter(filter, row, above, bytes) {
  for (let at = 0; at < row.length; at += 1) {
    const left = at < bytes ? 0 : row[at - bytes];
    const corner = at < bytes ? 0 : above[at - bytes];
    row[at] += predict(filter, left, above[at], corner);
  }
}

function predict(filter, left, up, corner) {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((each) => Math.abs(guess - each));
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Writes a picture with a palette: `colours` as 0xRRGGBB, at most 256, and `indices` of them row by row. */
export function writePng({ width, height, colours, indices }) {
  const depth = colours.length <= 16 ? 4 : 8;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, PALETTE_TYPE], 8);
  const palette = Buffer.alloc(colours.length * 3);
  for (const [index, colour] of colours.entries()) palette.writeUIntBE(colour, index * 3, 3);
  const rowBytes = Math.ceil((width * depth) / 8);
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = indices[y * width + x];
      const at = y * (rowBytes + 1) + 1 + (depth === 8 ? x : x >> 1);
      rows[at] |= depth === 8 || x % 2 === 1 ? index : index << 4;
    }
  }
  const chunks = [
    toChunk('IHDR', header),
    toChunk('PLTE', palette),
    toChunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    toChunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

function toChunk(type, body) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
