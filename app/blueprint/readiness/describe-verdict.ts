import type { Verdict } from '#app/platform/verdict.ts';

import { nameSome } from './name-some.ts';
import type { Check } from './report.ts';

/** Decides whether a server may go to production: only what fails is in the way. */
export function decideVerdict(checks: readonly Check[]): Verdict {
  const failed = checks.filter(({ status }) => status === 'fail');
  const isUnseen = checks.every(({ status }) => status === 'notApplicable');
  if (isUnseen || failed.some(({ blocks }) => blocks === true)) return { kind: 'unusable' };
  return failed.length === 0 ? { kind: 'ready' } : { kind: 'fixes', count: failed.length };
}

/** The reason for a verdict, in one sentence. */
export function describeVerdict(checks: readonly Check[], verdict: Verdict): string {
  const failed = checks.filter(({ status }) => status === 'fail');
  switch (verdict.kind) {
    case 'unusable': {
      const blocking = failed.filter(({ blocks }) => blocks === true);
      return blocking.length === 0
        ? 'Nothing could be checked.'
        : `In the way of any use: ${listTitles(blocking)}.`;
    }
    case 'fixes':
      return `${failed.length === 1 ? 'This check fails' : 'These checks fail'}: ${listTitles(failed)}.`;
    case 'ready': {
      const count = checks.filter(({ status }) => status === 'warn').length;
      const suggestions = count === 1 ? '1 suggestion remains' : `${count} suggestions remain`;
      return `No check fails${count === 0 ? '' : `; ${suggestions}`}.`;
    }
  }
}

/** Titles say what holds when a check passes. */
function listTitles(checks: readonly Check[]): string {
  return nameSome(checks.map(({ title }) => `“${title}”`));
}
