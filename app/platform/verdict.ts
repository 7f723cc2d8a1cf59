import * as z from 'zod/mini';

/** The answer of a readiness report to one question: may this server go to production? */
export const Verdict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('fixes'),
    /** Number of checks that fail, at least 1. */
    count: z.number(),
  }),
  /** Nobody can use it: it has no tools, or more than clients take. */
  z.object({ kind: z.literal('unusable') }),
]);
export type Verdict = z.infer<typeof Verdict>;

/** Colours of the verdicts; their words say the same. */
export const VERDICT_TONES = { ready: 'pass', fixes: 'warn', unusable: 'fail' } as const;

/** The verdict in the same words everywhere. */
export function verdictWords(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'ready':
      return 'Ready';
    case 'fixes':
      return verdict.count === 1 ? '1 thing to fix' : `${verdict.count} things to fix`;
    case 'unusable':
      return 'Not usable yet';
  }
}
