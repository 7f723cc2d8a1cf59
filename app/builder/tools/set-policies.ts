import * as z from 'zod';

import { Blueprint, DEFAULT_POLICIES } from '#app/blueprint/blueprint.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import type { Policies } from '#app/runtime/policies.ts';

import { defineTool } from './builder-tool.ts';

const { shape } = Blueprint.shape.policies;
const NAMES = Blueprint.shape.policies.keyof().options;

/** An origin as browsers send it; anything else would never be met. */
const Origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  error: 'must be an origin, such as https://app.example.com',
});

const PolicyChange = z.strictObject({
  timeoutMs: shape.timeoutMs.optional(),
  maxUpstreamBytes: shape.maxUpstreamBytes.optional(),
  maxResultBytes: shape.maxResultBytes.optional(),
  allowedOrigins: z.array(Origin).max(100).optional().describe('Whose pages may call it.'),
  retries: shape.retries.unwrap().partial().optional(),
  breaker: shape.breaker.unwrap().partial().optional(),
  concurrency: shape.concurrency.unwrap().partial().optional(),
  confirmDestructive: shape.confirmDestructive,
  reset: z.array(z.string()).optional().describe('Limits that are as in a new server again.'),
});
type Given = Omit<z.infer<typeof PolicyChange>, 'reset'>;

export const setPolicies = defineTool({
  name: 'set_policies',
  effect: 'changes',
  words: { now: 'Setting limits', done: 'Set limits' },
  subject: [],
  description:
    'Sets limits of the server: of time, sizes, repetitions, and whether destructive tools ask first.',
  input: PolicyChange,
  async run({ reset = [], ...given }, { workspace }) {
    const problems = findProblems(reset, given);
    if (problems.length > 0) return { changed: [], problems };
    const { policies } = workspace.blueprint;
    const usual = Object.entries(DEFAULT_POLICIES).filter(([name]) => reset.includes(name));
    const { retries = null, breaker = null, concurrency = null, ...others } = policies;
    const { confirmDestructive = null } = policies;
    const before = { ...others, retries, breaker, concurrency, confirmDestructive };
    const changes = Object.fromEntries([...usual, ...listSet(given, policies)]);
    const answer = workspace.edit([{ edit: 'setPolicies', ...before, ...changes }], tell(changes));
    // The model has not seen the list of edits.
    const placed = answer.problems.map((each) => ({
      ...each,
      path: each.path.replace('$[0]', '$'),
    }));
    return { ...answer, problems: placed };
  },
});

/** The limits that are given; of one with several numbers, those that are left out stay. */
function listSet(given: Given, policies: Policies): [string, unknown][] {
  const known = new Map<string, unknown>(Object.entries({ ...DEFAULT_POLICIES, ...policies }));
  return Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined) return [];
    const isWhole = typeof value !== 'object' || Array.isArray(value);
    return [[name, isWhole ? value : { ...Object(known.get(name)), ...value }]];
  });
}

function findProblems(reset: readonly string[], given: Given): PathProblem[] {
  const set = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (reset.length + set.length === 0) {
    return [{ path: '$', message: `Give at least one of ${NAMES.join(', ')}, or reset.` }];
  }
  return reset.flatMap((name, index) => {
    const path = `$.reset[${index}]`;
    if (set.includes(name)) return [{ path, message: `${name} is both set and reset.` }];
    const isKnown = NAMES.some((each) => each === name);
    return isKnown ? [] : [{ path, message: `must be one of ${NAMES.join(', ')}` }];
  });
}

/** `timeoutMs is 5000 now.` */
function tell(changes: { [name: string]: unknown }): string[] {
  return Object.entries(changes).map(([name, value]) => `${name} is ${JSON.stringify(value)} now.`);
}
