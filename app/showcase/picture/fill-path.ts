/** Pieces that a curve is drawn in. */
const PIECES = 6;

/** Signed areas below the edges of shapes: summed up along a row, they are how much of each pixel is covered. */
export class CoverageMask {
  readonly width: number;
  readonly height: number;
  readonly #areas: Float32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#areas = new Float32Array(width * height + 1);
  }

  /** How much of each pixel is covered, from 0 to 255, row by row. */
  toCoverage(): Uint8Array {
    const covered = new Uint8Array(this.width * this.height);
    for (let y = 0; y < this.height; y += 1) {
      let sum = 0;
      for (let x = y * this.width; x < (y + 1) * this.width; x += 1) {
        sum += this.#areas[x] ?? 0;
        covered[x] = Math.min(255, Math.round(Math.abs(sum) * 255));
      }
    }
    return covered;
  }

  /** Adds an edge from one point to another. */
  addEdge(x0: number, y0: number, x1: number, y1: number): void {
    if (y0 === y1) return;
    const direction = y0 < y1 ? 1 : -1;
    const [topX, top, bottomX, bottom] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
    const slope = (bottomX - topX) / (bottom - top);
    const last = Math.min(this.height, Math.ceil(bottom));
    for (let y = Math.max(0, Math.floor(top)); y < last; y += 1) {
      const from = Math.max(top, y);
      const to = Math.min(bottom, y + 1);
      const left = topX + (from - top) * slope;
      const right = topX + (to - top) * slope;
      this.#addSpan(y, Math.min(left, right), Math.max(left, right), direction * (to - from));
    }
  }

  /** Spreads the height of an edge in one row over the pixels that it crosses. */
  #addSpan(y: number, left: number, right: number, height: number): void {
    const first = Math.floor(left);
    if (first < 0 || first >= this.width - 1) return;
    const at = y * this.width;
    const end = Math.min(Math.floor(right), this.width - 2);
    if (end <= first) {
      const share = Math.min(1, Math.max(0, first + 1 - (left + right) / 2));
      this.#add(at + first, height * share);
      this.#add(at + first + 1, height * (1 - share));
      return;
    }
    // The part of the height to the left of each pixel's right side.
    const span = right - left;
    let before = 0;
    for (let x = first; x <= end; x += 1) {
      const [from, to] = [Math.max(left, x), Math.min(right, x + 1)];
      const inside = (to - from) / span;
      const covered = inside * (x + 1 - (from + to) / 2);
      this.#add(at + x, height * (before + covered));
      before = inside - covered;
    }
    this.#add(at + end + 1, height * before);
  }

  #add(index: number, area: number): void {
    this.#areas[index] = (this.#areas[index] ?? 0) + area;
  }
}

/** Adds the outline of a path (`M`, `L`, `Q`, `C`, `Z`, absolute) to a mask, scaled, at a place. */
export function fillPath(mask: CoverageMask, path: string, x: number, y: number, scale: number) {
  let [fromX, fromY, startX, startY] = [0, 0, 0, 0];
  const lineTo = (toX: number, toY: number) => {
    mask.addEdge(x + fromX * scale, y + fromY * scale, x + toX * scale, y + toY * scale);
    [fromX, fromY] = [toX, toY];
  };
  for (const [, command = '', text = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const numbers = text
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const [a = 0, b = 0] = numbers;
    if (command === 'Z') lineTo(startX, startY);
    else if (command === 'L') lineTo(a, b);
    else if (command === 'M') {
      if (fromX !== startX || fromY !== startY) lineTo(startX, startY);
      [startX, startY, fromX, fromY] = [a, b, a, b];
    } else {
      for (const [toX, toY] of toPieces([fromX, fromY, ...numbers])) lineTo(toX, toY);
    }
  }
}

/** Points on a Bézier curve of two or three degrees, by de Casteljau. */
function toPieces(numbers: readonly number[]): [number, number][] {
  return Array.from({ length: PIECES }, (_, piece) => {
    const t = (piece + 1) / PIECES;
    let points = numbers;
    while (points.length > 2) {
      points = points.slice(0, -2).map((value, at) => value + ((points[at + 2] ?? 0) - value) * t);
    }
    const [x = 0, y = 0] = points;
    return [x, y];
  });
}
