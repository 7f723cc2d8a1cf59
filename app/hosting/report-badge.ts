import type { Report } from '#app/blueprint/readiness/report.ts';

const LABEL = 'production-ready';
const CHARACTER_WIDTH = 6.6;
const PADDING = 6;
const HEIGHT = 20;
/** Dark enough for white text (4.5:1); the number says the same as the colour. */
const COLOURS = { A: '#1f7a3d', B: '#1f7a3d', C: '#8a5a00', D: '#b3261e' };
const UNKNOWN_COLOUR = '#5b6470';
const LABEL_COLOUR = '#24292f';

/** A picture of the score for a README. */
export function toBadge({ score, grade }: Pick<Report, 'score' | 'grade'>): string {
  const value = score === null ? 'unknown' : `${score} of 100`;
  const colour = grade === null ? UNKNOWN_COLOUR : COLOURS[grade];
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
