import type { TurnUsage } from '#app/chat/chat-parts.ts';

import { toCostText } from './cost-text.ts';

interface Props {
  usage: TurnUsage;
  /** Says how much there may be, for a turn that goes on. */
  isRunning: boolean;
}

/** The model that answered, and the usage of a turn: steps, tokens, time and cost. */
export function UsageLine({ usage, isRunning }: Props) {
  const { model, steps, tokens, seconds, cost, of } = usage;
  const parts = isRunning
    ? [
        `step ${steps} of ${of.steps}`,
        ...(tokens > 0 ? [`${toText(tokens)} of ${toText(of.tokens)} tokens`] : []),
      ]
    : [
        ...(model === undefined ? [] : [model]),
        steps === 1 ? '1 step' : `${steps} steps`,
        ...(tokens > 0 ? [`${toText(tokens)} tokens`] : []),
        `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`,
      ];
  const price = cost === undefined ? [] : [toCostText(cost)];
  return <span className="tabular-nums">{[...parts, ...price].join(' · ')}</span>;
}

function toText(number: number): string {
  return number.toLocaleString('en');
}
