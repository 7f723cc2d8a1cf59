import type { TurnUsage } from '#app/chat/chat-parts.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';

import { toCostText } from './cost-text.ts';

interface Props {
  usage: TurnUsage;
  /** Says how much there may be, for a turn that goes on. */
  isRunning: boolean;
}

/** The model that answered, and the usage of a turn: steps, tokens, time and cost. */
export function UsageLine({ usage, isRunning }: Props) {
  const { model, steps, tokens, input = 0, cached = 0, seconds, cost, of, isEstimate } = usage;
  const about = isEstimate ? 'about ' : '';
  const read = input > 0 ? [about + describeInput(input, isEstimate ? 0 : cached)] : [];
  const parts = isRunning
    ? [
        `step ${steps} of ${of.steps}`,
        ...(tokens > 0 ? [`${about}${toText(tokens)} of ${toText(of.tokens)} tokens`] : []),
        ...read,
      ]
    : [
        ...(model === undefined ? [] : [model]),
        steps === 1 ? '1 step' : `${steps} steps`,
        ...(tokens > 0 ? [`${toText(tokens)} tokens`] : []),
        ...read,
        `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`,
      ];
  const price = cost === undefined ? [] : [toCostText(cost)];
  return <span className="tabular-nums">{[...parts, ...price].join(' · ')}</span>;
}

/** The tokens that the model read, and how many of them its provider had cached, at a lower price. */
function describeInput(input: number, cached: number): string {
  return cached > 0
    ? `${toText(input)} read, ${toText(cached)} of them cached`
    : `${toText(input)} read`;
}

function toText(number: number): string {
  return formatCount(number);
}
