/**
 * Whether a path fits: without a star, the path itself and all below it; with one, the whole path, where
 * `*` stands for any part of a segment and `**` for any segments. Parameters fit whatever they are called.
 */
export function fitsPath(pattern: string, path: string): boolean {
  const wanted = toSegments(pattern);
  const segments = toSegments(path);
  if (!pattern.includes('*')) return wanted.every((segment, index) => segment === segments[index]);
  // For each number of segments: whether the pattern so far fits the first so many of them.
  let fits = [true, ...segments.map(() => false)];
  for (const segment of wanted) {
    const next: boolean[] = [];
    for (let count = 0; count <= segments.length; count += 1) {
      const isLonger = count > 0;
      next.push(
        segment === '**'
          ? fits[count] === true || (isLonger && next[count - 1] === true)
          : isLonger && fits[count - 1] === true && fitsSegment(segment, segments[count - 1] ?? ''),
      );
    }
    fits = next;
  }
  return fits.at(-1) === true;
}

function toSegments(path: string): string[] {
  return path
    .replace(/\{[^{}]*\}/g, '{}')
    .split('/')
    .filter((segment) => segment !== '');
}

/** Each part between the stars is looked for once, from left to right, so that no pattern is slow. */
function fitsSegment(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === text;
  if (text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, from);
    if (found === -1 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
}
