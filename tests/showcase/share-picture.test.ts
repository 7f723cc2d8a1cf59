import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { expect, test } from 'vitest';

import { drawSharePicture } from '#app/showcase/picture/draw-share-picture.server.ts';

const WIDTH = 1200;

/** The pixels of a picture of ours, row by row, and how many of each row are not paper. */
function readPixels(png: Uint8Array): { rows: Uint8Array[]; marked: number[] } {
  const view = new DataView(png.buffer, png.byteOffset);
  let at = 8;
  for (;;) {
    const length = view.getUint32(at);
    const type = new TextDecoder().decode(png.subarray(at + 4, at + 8));
    if (type === 'IDAT') {
      const bytes = inflateSync(png.subarray(at + 8, at + 8 + length));
      const rows = Array.from({ length: 630 }, (_, y) =>
        bytes.subarray(y * (WIDTH + 1) + 1, (y + 1) * (WIDTH + 1)),
      );
      return { rows, marked: rows.map((row) => row.filter((pixel) => pixel > 0).length) };
    }
    at += length + 12;
  }
}

test('a picture is PNG of the size that cards have, and other programs read it', async () => {
  const png = await drawSharePicture({ title: 'Parcels of the north', facts: '12 tools' });
  expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  expect(png.length).toBeLessThan(60_000);
  await initWasm(
    readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')),
  );
  const href = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><image href="${href}" width="1200" height="630"/></svg>`;
  const { pixels } = new Resvg(svg).render();
  const colours = new Set<string>();
  for (let at = 0; at < pixels.length; at += 4) colours.add(pixels.subarray(at, at + 3).join());
  // Paper, ink and the line at the bottom.
  for (const colour of ['13,19,34', '228,233,242', '132,189,248'])
    expect(colours).toContain(colour);
});

test('words stay inside of the margins, whatever they are', async () => {
  for (const title of [
    'W'.repeat(80),
    'Every word of a title that is as long as titles may be is on a line that has room',
    '\u202Eright to left\u202C <script>alert(1)</script>',
    '日本語のサーバー',
    '',
    'Łódź, Škoda & Größe: “ten” pieces…',
  ]) {
    const { rows, marked } = readPixels(await drawSharePicture({ title, facts: title.repeat(3) }));
    const words = rows.slice(0, 600);
    for (const row of words) {
      expect(row.subarray(0, 70).every((pixel) => pixel === 0)).toBe(true);
      expect(row.subarray(WIDTH - 70).every((pixel) => pixel === 0)).toBe(true);
    }
    // A title, if only one that stands for it.
    expect(marked.slice(190, 470).some((count) => count > 10)).toBe(true);
  }
});

test('a letter is solid inside and empty beside it', async () => {
  const { rows } = readPixels(await drawSharePicture({ title: 'I', facts: '' }));
  const solid = rows.slice(190, 470).map((row) => row.filter((pixel) => pixel === 31).length);
  const stem = solid.filter((count) => count > 0);
  expect(stem.length).toBeGreaterThan(40);
  // The stem is about as wide as it is bold, the bars of the letter are wider.
  expect(Math.max(...stem)).toBeLessThan(60);
});
