const WIDTH = 720;
const HEIGHT = 420;
const LEFT = 64;
const RIGHT = 600;
const TOP = 24;
const BOTTOM = 372;
const COLOURS = ['#2563eb', '#c2410c', '#15803d', '#7e22ce'];

/**
 * Draws lines over the number of operations as SVG, both axes logarithmic: what grows with the number of
 * operations runs parallel to the dashed line.
 */
export function drawChart(counts, lines) {
  const values = lines.flatMap(({ times }) => times);
  const x = scale(counts[0], counts.at(-1), LEFT, RIGHT);
  const y = scale(Math.min(...values) / 1.5, Math.max(...values) * 1.5, BOTTOM, TOP);
  const parts = [
    ...counts.map((count) => label(x(count), BOTTOM + 18, count, 'middle')),
    ...powers(values).map(
      (value) => gridLine(y(value)) + label(LEFT - 8, y(value) + 4, `${value} ms`, 'end'),
    ),
    guide(counts, lines[0].times[0], x, y),
    ...lines.map(({ times }, index) => line(counts, times, COLOURS[index], x, y)),
    ...names(lines, y),
    label((LEFT + RIGHT) / 2, HEIGHT - 12, 'operations', 'middle'),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}

function scale(from, to, start, end) {
  const [low, high] = [Math.log(from), Math.log(to)];
  return (value) => Math.round(start + ((Math.log(value) - low) / (high - low)) * (end - start));
}

function powers(values) {
  const all = [1, 10, 100, 1_000, 10_000];
  return all.filter(
    (each) => each >= Math.min(...values) / 1.5 && each <= Math.max(...values) * 1.5,
  );
}

const label = (x, y, text, anchor, colour = '#444') =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${colour}">${text}</text>`;

const gridLine = (y) => `<path d="M${LEFT} ${y}H${RIGHT}" stroke="#ddd"/>`;

/** From the first time, what grows as the number of operations does; clipped at the top. */
function guide(counts, first, x, y) {
  const points = counts.map((count) => [x(count), y((first * count) / counts[0])]);
  const shown = points.filter(([, at]) => at >= TOP);
  return `<path d="${toPath(shown)}" fill="none" stroke="#999" stroke-dasharray="4 4"/>`;
}

function line(counts, times, colour, x, y) {
  const points = counts.map((count, index) => [x(count), y(times[index])]);
  const dots = points.map(
    ([at, height]) => `<circle cx="${at}" cy="${height}" r="3" fill="${colour}"/>`,
  );
  return `<path d="${toPath(points)}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}`;
}

/** At the ends of the lines, one below the other where two ends meet. */
function names(lines, y) {
  let free = TOP;
  return lines
    .map(({ name, times }, index) => ({ name, colour: COLOURS[index], end: y(times.at(-1)) + 4 }))
    .toSorted((a, b) => a.end - b.end)
    .map(({ name, colour, end }) => {
      const height = Math.max(end, free);
      free = height + 15;
      return label(RIGHT + 8, height, name, 'start', colour);
    });
}

const toPath = (points) => `M${points.map((point) => point.join(' ')).join('L')}`;
