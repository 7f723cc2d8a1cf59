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

/** A readiness report as lines of text: each check with its evidence and fix. */
export function describeReport(report: Report, paint: Paint): string[] {
  const { score, grade, verdict, points, possible, checks } = report;
  const lines = FAMILIES.flatMap((family) => {
    const own = checks.filter((check) => check.family === family);
    return own.length === 0 ? [] : [paint('bold', family), ...own.flatMap(describe(paint)), ''];
  });
  const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
  const counts = `${count('pass')} passed, ${count('warn')} warned, ${count('fail')} failed, ${count('notApplicable')} not applicable`;
  const total =
    score === null ? 'Nothing could be checked' : `Readiness ${score} of 100, grade ${grade}`;
  const sum = `${total} (${points} of ${possible} points: ${counts})`;
  return [...lines, ...(score === null ? [] : [verdict]), paint('bold', sum)];
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

/** Whether a check failed, or none had evidence. */
export function hasFailed({ score, checks }: Report): boolean {
  return score === null || checks.some(({ status }) => status === 'fail');
}
