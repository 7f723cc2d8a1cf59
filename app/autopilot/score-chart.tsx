import type { AutopilotState } from './autopilot-state.ts';

const WIDTH = 480;
const HEIGHT = 140;
const LEFT = 32;
const BOTTOM = 22;
const TOP = 8;

/** The report's score after each round, against the line that is to be reached. */
export function ScoreChart({ rounds, target, maxRounds }: AutopilotState) {
  const scored = rounds.flatMap(({ number, score }) => (score === null ? [] : [{ number, score }]));
  const x = (round: number) => LEFT + ((WIDTH - LEFT - 12) * round) / maxRounds;
  const y = (score: number) => TOP + ((HEIGHT - TOP - BOTTOM) * (100 - score)) / 100;
  const line = scored.map(({ number, score }) => `${x(number)},${y(score)}`).join(' ');
  return (
    <figure>
      <figcaption className="sr-only">{describe(scored, target)}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden
        className="w-full max-w-160 overflow-visible text-sm tabular-nums"
      >
        {[0, 50, 100].map((score) => (
          <g key={score}>
            <line x1={LEFT} x2={WIDTH} y1={y(score)} y2={y(score)} className="stroke-line" />
            <text
              x={LEFT - 6}
              y={y(score) + 4}
              textAnchor="end"
              className="fill-muted text-[11px] max-sm:text-[16px]"
            >
              {score}
            </text>
          </g>
        ))}
        <line
          x1={LEFT}
          x2={WIDTH}
          y1={y(target)}
          y2={y(target)}
          strokeDasharray="4 4"
          className="stroke-pencil"
        />
        <text
          x={WIDTH}
          y={y(target) + 13}
          textAnchor="end"
          className="fill-pencil text-[11px] max-sm:text-[16px]"
        >
          goal {target}
        </text>
        {Array.from({ length: maxRounds }, (_, index) => index + 1).map((round) => (
          <text
            key={round}
            x={x(round)}
            y={HEIGHT - 6}
            textAnchor="middle"
            className="fill-muted text-[11px] max-sm:text-[16px]"
          >
            {round}
          </text>
        ))}
        <polyline points={line} fill="none" strokeWidth="2" className="stroke-blue" />
        {scored.map(({ number, score }) => (
          <circle key={number} cx={x(number)} cy={y(score)} r="4" className="fill-blue" />
        ))}
      </svg>
    </figure>
  );
}

function describe(scored: { number: number; score: number }[], target: number): string {
  if (scored.length === 0) return `No round is over yet; the goal is ${target}.`;
  const said = scored.map(({ number, score }) => `round ${number}: ${score}`).join(', ');
  return `Score by round: ${said}. The goal is ${target}.`;
}
