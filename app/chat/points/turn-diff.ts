import * as z from 'zod/mini';

/** The differences that a turn made, in numbers, and the restore points that it lies between. */
export const TurnDiff = z.object({
  /** Numbers of the points before the turn and of the one that it made. */
  from: z.number(),
  to: z.number(),
  /** How many tools. One that was renamed and changed is counted as renamed. */
  added: z.number(),
  removed: z.number(),
  renamed: z.number(),
  changed: z.number(),
  /** Names of the other parts of the blueprint that differ. */
  parts: z.array(z.string()),
});
export type TurnDiff = z.infer<typeof TurnDiff>;

/** Names of the parts of a blueprint, for people. */
const PARTS: Record<string, string> = {
  identity: 'the name',
  sources: 'the documents',
  upstreams: 'the APIs',
  secrets: 'the credentials',
  definitions: 'shared schemas',
  resources: 'the resources',
  prompts: 'the prompts',
  policies: 'the limits',
  mocks: 'the mock answers',
};

/** The difference in one line: "2 tools changed, 1 added; the APIs". */
export function describeTurnDiff({ parts, ...tools }: TurnDiff): string {
  const counts = (['changed', 'added', 'removed', 'renamed'] as const).flatMap((change) =>
    tools[change] === 0 ? [] : [{ count: tools[change], change }],
  );
  const words = counts.map(({ count, change }, index) => {
    const noun = index > 0 ? '' : count === 1 ? ' tool' : ' tools';
    return `${count}${noun} ${change}`;
  });
  const others = parts.map((part) => PARTS[part] ?? part).join(', ');
  if (words.length === 0) return `Changed: ${others}`;
  return others === '' ? words.join(', ') : `${words.join(', ')}; also ${others}`;
}
