import { VERDICT_TONES, verdictWords, type Verdict } from '#app/platform/verdict.ts';

const LABEL = 'production-ready';
const CHARACTER_WIDTH = 6.6;
const PADDING = 6;
const HEIGHT = 20;
/** Dark enough for white text (4.5:1); the words say the same as the colour. */
const COLOURS = { pass: '#1f7a3d', warn: '#8a5a00', fail: '#b3261e' };
const LABEL_COLOUR = '#24292f';

/** A picture of the verdict for a README. */
export function toBadge(verdict: Verdict): string {
  const value = verdictWords(verdict);
  const colour = COLOURS[VERDICT_TONES[verdict.kind]];
  const left = widthOf(LABEL);
  const right = widthOf(value);
  const text = (words: string, from: number, width: number) =>
    `<text x="${from + width / 2}" y="14" text-anchor="middle">${words}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${LABEL}: ${value}">`,
    `<title>${LABEL}: ${value}</title>`,
    `<rect width="${left}" height="${HEIGHT}" fill="${LABEL_COLOUR}"/>`,
    `<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${colour}"/>`,
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    text(LABEL, 0, left),
    text(value, left, right),
    '</g></svg>',
  ].join('');
}

function widthOf(words: string): number {
  return Math.round(words.length * CHARACTER_WIDTH) + 2 * PADDING;
}
