import type { DraftFacts, ToolFacts } from './turn.ts';

const MOST = 3;

/** Understandable requests that fit the draft's own tools; none if it has no tools. */
export function suggestRequests({ tools }: DraftFacts): string[] {
  const writing = tools.find(
    ({ reads, confirms, method }) => !reads && !confirms && method === 'DELETE',
  );
  const limited = tools.find(({ arguments: list }) => list.some(isOpenNumber));
  const number = limited?.arguments.find(isOpenNumber);
  const shaped = tools.find(({ kind, returns = [] }) => kind === 'http' && returns.length > 2);
  const ideas = [
    ...(writing ? [`ask before ${writing.name} runs`] : []),
    ...(limited && number ? [`${number.name} of ${limited.name} is at most 50`] : []),
    ...(shaped
      ? [`return only ${(shaped.returns ?? []).slice(0, 2).join(' and ')} from ${shaped.name}`]
      : []),
    ...(tools[0] ? [`what does ${tools[0].name} do?`] : []),
    ...(tools.length > 0 ? ['which tools write?'] : []),
  ];
  return ideas.slice(0, MOST);
}

function isOpenNumber({ type, maximum }: ToolFacts['arguments'][number]): boolean {
  return (type === 'integer' || type === 'number') && maximum === undefined;
}
