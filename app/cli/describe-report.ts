import { VERDICT_TONES, verdictWords } from '#app/platform/verdict.ts';
import { FAMILIES } from '#app/blueprint/readiness/report.ts';
import type { Check, CheckStatus, Report } from '#app/blueprint/readiness/report.ts';

import { toShown } from './shown-text.ts';

type Paint = (colour: 'red' | 'green' | 'yellow' | 'dim' | 'bold', text: string) => string;

const MARKS: Record<CheckStatus, { mark: string; colour: Parameters<Paint>[0] }> = {
  pass: { mark: 'pass', colour: 'green' },
  warn: { mark: 'warn', colour: 'yellow' },
  fail: { mark: 'FAIL', colour: 'red' },
  notApplicable: { mark: 'n/a ', colour: 'dim' },
};

/** Indents the details of a check below it. */
const INDENT = '        ';

const TONES = { pass: 'green', warn: 'yellow', fail: 'red' } as const;

/** A readiness report as lines of text: the verdict, then each check with its evidence and fix, then the sum. */
export function describeReport(report: Report, paint: Paint): string[] {
  const { score, verdict, reason, points, possible, checks } = report;
  const lines = FAMILIES.flatMap((family) => {
    const own = checks.filter((check) => check.family === family);
    return own.length === 0 ? [] : [paint('bold', family), ...own.flatMap(describe(paint)), ''];
  });
  const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
  const counts = `${count('pass')} passed, ${count('warn')} warned, ${count('fail')} failed, ${count('notApplicable')} not applicable`;
  const total = score === null ? 'No score' : `Score ${score} of 100`;
  const sum = `${total} (${points} of ${possible} points: ${counts})`;
  const words = paint(TONES[VERDICT_TONES[verdict.kind]], verdictWords(verdict));
  return [`${words}. ${reason}`, '', ...lines, sum, paint('bold', words)];
}

function describe(paint: Paint): (check: Check) => string[] {
  return ({ status, title, evidence, fix }) => {
    const { mark, colour } = MARKS[status];
    const head = `  ${paint(colour, mark)}  ${title}`;
    if (status === 'pass') return [head];
    return [
      head,
      paint('dim', `${INDENT}${indented(evidence.text)}`),
      ...(fix === undefined ? [] : [`${INDENT}→ ${indented(fix.text)}`]),
    ];
  };
}

/** The text may quote the server: it must not control the terminal or look like a check. */
function indented(text: string): string {
  return toShown(text).replaceAll(/\r?\n/g, `\n${INDENT}`);
}

/** Whether the server may not go to production. */
export function hasFailed({ verdict }: Report): boolean {
  return verdict.kind !== 'ready';
}
