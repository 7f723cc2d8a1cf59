import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { createElement as h } from 'react';
import satori from 'satori';
import type { Plugin } from 'vite';

const ID = 'virtual:share-glyphs';
/** One weight for all: each takes 40 kB of the Worker. */
const WEIGHT = 600 as const;
/** Units of an outline's square; the Worker scales them. */
const EM = 100;
/** ASCII, Latin-1, Latin Extended-A, and what is common in typography. */
const RANGES = [
  [0x21, 0x7e],
  [0xa1, 0xff],
  [0x100, 0x17f],
] as const;
const OTHERS = '–—‘’“”„…•';

/** Outlines of a font's characters: advance width and path (`M`, `L`, `Q` and `C`, absolute), in hundredths of an em. */
type Outlines = Record<string, [width: number, path: string]>;

/**
 * Provides `virtual:share-glyphs` (`app/virtual.d.ts`): the outlines of the letters that pictures of the showcase are
 * written with, so that the Worker draws them without a font parser.
 */
export function shareGlyphs(): Plugin {
  return {
    name: 'share-glyphs',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return undefined;
      const text = JSON.stringify(JSON.stringify(await outline()));
      return { code: `export const shareGlyphs = JSON.parse(${text});`, moduleType: 'js' };
    },
  };
}

const { resolve } = createRequire(import.meta.url);

async function outline(): Promise<Outlines> {
  const fonts = ['latin', 'latin-ext'].map((subset) => ({
    name: `Plex ${subset}`,
    weight: WEIGHT,
    style: 'normal' as const,
    data: readFileSync(
      resolve(`@fontsource/ibm-plex-sans/files/ibm-plex-sans-${subset}-${WEIGHT}-normal.woff`),
    ),
  }));
  const codes = RANGES.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at)),
  );
  const outlines: Outlines = {};
  for (const letter of [...codes, ...Array.from(OTHERS)]) {
    const glyph = await draw(letter, fonts);
    if (glyph) outlines[letter] = glyph;
  }
  return outlines;
}

/** Draws a letter; null where no font has it, or it leaves no mark. */
async function draw(
  letter: string,
  fonts: Parameters<typeof satori>[1]['fonts'],
): Promise<[number, string] | null> {
  let width = 0;
  const style = {
    display: 'flex',
    fontSize: EM,
    lineHeight: 1,
    fontFamily: 'Plex latin, Plex latin-ext',
  };
  const svg = await satori(
    h(
      'div',
      { style: { display: 'flex' } },
      h('div', { style: { ...style, whiteSpace: 'pre' } }, letter),
    ),
    {
      width: EM * 4,
      height: EM * 2,
      fonts,
      onNodeDetected: (node) => {
        if (node.textContent === letter) ({ width } = node);
      },
    },
  );
  const path = [...svg.matchAll(/<path[^>]* d="([^"]+)"/g)].map(([, d = '']) => d).join('');
  if (width === 0 || path === '') return null;
  return [toShort(width), path.replace(/\d+\.\d+/g, (number) => String(toShort(Number(number))))];
}

function toShort(number: number): number {
  return Math.round(number * 10) / 10;
}
