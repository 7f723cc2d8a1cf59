import { shareGlyphs } from 'virtual:share-glyphs';

import { encodePng } from './encode-png.ts';
import { CoverageMask, fillPath } from './fill-path.ts';

/** The size that those who show shared addresses expect: https://ogp.me and X's large card. */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;
/** Height of the line at the bottom. */
const RULE = 12;
/** Of an em: no letter stands for a space. */
const SPACE = 0.26;
/** Shades between paper and a colour. */
const SHADES = 32;

/** The dark tokens of app/styles.css; a picture has no scheme. */
const PAPER = [0x0d, 0x13, 0x22] as const;
const INKS = {
  ink: [0xe4, 0xe9, 0xf2],
  muted: [0xa2, 0xad, 0xbf],
  blue: [0x84, 0xbd, 0xf8],
} as const;
type Ink = keyof typeof INKS;
const INK_ORDER: readonly Ink[] = ['ink', 'muted', 'blue'];

/** The words of a picture. */
export interface PictureWords {
  title: string;
  /** A line of facts below it. */
  facts: string;
}

/** Draws the picture of a server for places where its address is shared, as PNG. */
export function drawSharePicture({ title, facts }: PictureWords): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  paint(pixels, 'ink', (mask) => write(mask, 'MCP Builder', MARGIN, 96, 34));
  const { lines, size } = layOut(title);
  const height = lines.length * size * 1.15;
  const top = 190 + Math.max(0, (270 - height) / 2);
  paint(pixels, 'ink', (mask) => {
    for (const [at, line] of lines.entries()) {
      write(mask, line, MARGIN, top + at * size * 1.15, size);
    }
  });
  paint(pixels, 'muted', (mask) => write(mask, fit(facts, 30), MARGIN, 500, 30));
  pixels.fill(toColour('blue', SHADES - 1), WIDTH * (HEIGHT - RULE));
  const palette = INK_ORDER.flatMap((name) =>
    Array.from({ length: SHADES }, (_, shade) => mix(INKS[name], shade / (SHADES - 1))),
  );
  return encodePng({ width: WIDTH, height: HEIGHT, pixels, palette });
}

/** The largest of a few sizes at which a title takes at most three lines; what is more ends in an ellipsis. */
function layOut(title: string): { lines: string[]; size: number } {
  const shown = toDrawn(title) || 'An MCP server';
  for (const size of [76, 64, 52]) {
    const lines = toLines(shown, size);
    if (lines.length <= 3) return { lines, size };
  }
  const [first = '', second = '', ...rest] = toLines(shown, 52);
  return { lines: [first, second, fit(rest.join(' '), 52)], size: 52 };
}

function toLines(text: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    const longer = line === undefined ? word : `${line} ${word}`;
    if (line !== undefined && measure(longer, size) <= WIDTH - 2 * MARGIN)
      lines[lines.length - 1] = longer;
    else lines.push(fit(word, size));
  }
  return lines;
}

/** A text as far as it fits on a line. */
function fit(text: string, size: number): string {
  const shown = toDrawn(text);
  if (measure(shown, size) <= WIDTH - 2 * MARGIN) return shown;
  let end = shown.length;
  while (end > 0 && measure(`${shown.slice(0, end)}…`, size) > WIDTH - 2 * MARGIN) end -= 1;
  return `${shown.slice(0, end).trimEnd()}…`;
}

/** The letters of a text that can be drawn. */
function toDrawn(text: string): string {
  const known = Array.from(text.normalize('NFC')).map((letter) =>
    Object.hasOwn(shareGlyphs, letter) ? letter : ' ',
  );
  return known.join('').replace(/ +/g, ' ').trim();
}

function measure(text: string, size: number): number {
  let width = 0;
  for (const letter of text) width += advance(letter);
  return width * size;
}

/** Width of a letter, in ems. */
function advance(letter: string): number {
  return letter === ' ' ? SPACE : (shareGlyphs[letter]?.[0] ?? 0) / 100;
}

function write(mask: CoverageMask, text: string, x: number, y: number, size: number): void {
  let at = x;
  for (const letter of text) {
    const glyph = shareGlyphs[letter];
    if (letter !== ' ' && glyph) fillPath(mask, glyph[1], at, y, size / 100);
    at += advance(letter) * size;
  }
}

function paint(pixels: Uint8Array, ink: Ink, draw: (mask: CoverageMask) => void): void {
  const mask = new CoverageMask(WIDTH, HEIGHT);
  draw(mask);
  for (const [at, covered] of mask.toCoverage().entries()) {
    if (covered > 0) pixels[at] = toColour(ink, Math.round((covered / 255) * (SHADES - 1)));
  }
}

/** Number of a colour in the palette; 0 is the paper. */
function toColour(ink: Ink, shade: number): number {
  return shade === 0 ? 0 : INK_ORDER.indexOf(ink) * SHADES + shade;
}

function mix(ink: readonly [number, number, number], share: number): [number, number, number] {
  const part = (at: 0 | 1 | 2) => Math.round(PAPER[at] + (ink[at] - PAPER[at]) * share);
  return [part(0), part(1), part(2)];
}
