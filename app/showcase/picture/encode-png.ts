const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** A picture whose pixels are numbers of its palette, a byte each, row by row. */
export interface IndexedPicture {
  width: number;
  height: number;
  pixels: Uint8Array;
  /** Red, green and blue of each colour; at most 256. */
  palette: readonly (readonly [number, number, number])[];
}

/** Encodes a picture as PNG (w3.org/TR/png-3): palette, one `IDAT`, no filter. */
export async function encodePng(picture: IndexedPicture): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, pixels, palette } = picture;
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Eight bits a pixel, a palette, no interlacing.
  header.set([8, 3, 0, 0, 0], 8);
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  const parts = [
    Uint8Array.from(SIGNATURE),
    toChunk('IHDR', header),
    toChunk('PLTE', Uint8Array.from(palette.flat())),
    toChunk('IDAT', await deflate(rows)),
    toChunk('IEND', new Uint8Array()),
  ];
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** Length, type, content, and the checksum of the latter two. */
function toChunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(content.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length);
  chunk.set(new TextEncoder().encode(type), 4);
  chunk.set(content, 8);
  view.setUint32(content.length + 8, toCrc(chunk.subarray(4, content.length + 8)));
  return chunk;
}

function toCrc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
