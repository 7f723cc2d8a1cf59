import type { EvalFile } from '#app/evals/eval-file.ts';
import { passRateOf, type EvalReport, type ModelScore } from '#app/evals/report/eval-report.ts';
import { findConfusions } from '#app/evals/report/find-confusions.ts';
import { toCost, toCount, toPercent, toSeconds } from '#app/evals/report/shown-numbers.ts';

import { toShown } from './shown-text.ts';
import type { Terminal } from './terminal.server.ts';

type Paint = Terminal['paint'];

const HEAD = ['model', 'server', 'passed', 'rate', 'calls', 'in', 'out', 'cost', 'time'];
/** Failures of one task that are shown. */
const MAX_FAILURES = 3;

/** The report of an eval as lines of text: tasks with their failures, confusions, and a row for each model. */
export function describeEval(file: EvalFile, report: EvalReport, paint: Paint): string[] {
  const rate = passRateOf(report);
  const words = rate === null ? 'Nothing was held.' : `${toPercent(rate)} of the runs passed.`;
  return [
    ...describeTasks(file, report, paint),
    ...describeConfusions(file, report, paint),
    ...toTable([HEAD, ...report.scores.map(toRow)]),
    '',
    paint(rate === 1 ? 'green' : 'red', words),
  ];
}

function describeTasks(file: EvalFile, { tasks }: EvalReport, paint: Paint): string[] {
  const lines = tasks.flatMap(({ task, model, target, passed, held, failures }) => {
    const isPassed = held > 0 && passed === held;
    const mark = isPassed ? paint('green', 'pass') : paint('red', 'FAIL');
    const place = paint('dim', `${toShown(model)} at ${toShown(target)}`);
    const say = file.tasks.find(({ id }) => id === task)?.say ?? '';
    const told = failures.slice(0, MAX_FAILURES).map(({ text, count }) => {
      const times = count > 1 ? ` (${count} times)` : '';
      return `        ${toShown(text).replaceAll(/\s*\n\s*/g, ' ')}${times}`;
    });
    const asked = isPassed ? [] : [paint('dim', `        ${toLine(say)}`)];
    return [`  ${mark}  ${task}  ${passed}/${held}  ${place}`, ...asked, ...told];
  });
  return [...lines, ''];
}

function describeConfusions(file: EvalFile, { runs }: EvalReport, paint: Paint): string[] {
  const found = findConfusions(file, runs);
  if (found.length === 0) return [];
  const lines = found.map(({ expected, chosen, count, of }) => {
    const instead = chosen === null ? 'no tool' : toShown(chosen);
    return `  ${instead} instead of ${toShown(expected)}: ${count} of ${of} runs`;
  });
  return [paint('bold', 'Chosen wrongly'), ...lines, ''];
}

function toRow(score: ModelScore): string[] {
  const { model, target, passed, failed, unheld, passRate } = score;
  const left = unheld === 0 ? '' : `, ${unheld} not held`;
  return [
    toLine(model),
    toLine(target),
    `${passed}/${passed + failed}${left}`,
    passRate === null ? '-' : toPercent(passRate),
    toCount(score.calls),
    toCount(score.input),
    toCount(score.output),
    toCost(score.cost),
    toSeconds(score.milliseconds),
  ];
}

function toTable(rows: string[][]): string[] {
  const widths = HEAD.map((_head, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function toLine(text: string): string {
  return toShown(text).replaceAll(/\s+/g, ' ').slice(0, 100);
}
