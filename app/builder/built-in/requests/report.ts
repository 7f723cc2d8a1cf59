import { toWords } from '#app/blueprint/words.ts';

import { toList, toRecord, toTexts } from '#app/builder/built-in/draft/read-facts.ts';
import { perform } from '#app/builder/built-in/outcome.ts';
import type { Outcome, Tell } from '#app/builder/built-in/outcome.ts';
import { countOf, joinText } from '#app/builder/built-in/words/lists.ts';
import type { Slots } from '#app/builder/built-in/words/phrase.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';

/** One finding of the report, as far as it can be read. */
interface Finding {
  id: string;
  title: string;
  evidence: string;
  fix: string;
  tool: string;
  canFix: boolean;
}

/** The report as `run_checks` tells it; null where the output is none. */
export interface ReadReport {
  score: number;
  fails: Finding[];
  warns: Finding[];
}

const MAX_TOLD = 8;

/** Reads the output of `run_checks`. */
export function readReport(output: unknown): ReadReport | null {
  const { score, fails, warns } = toRecord(output);
  if (typeof score !== 'number') return null;
  return { score, fails: toList(fails).map(readFinding), warns: toList(warns).map(readFinding) };
}

function readFinding(value: unknown): Finding {
  const finding = toRecord(value);
  const text = (name: string) => {
    const found = finding[name];
    return typeof found === 'string' ? found : '';
  };
  return {
    id: text('id'),
    title: text('title'),
    evidence: text('evidence'),
    fix: text('fix'),
    tool: text('tool'),
    canFix: finding['canFix'] === true,
  };
}

/** The report in a few sentences, for the end of a turn that changed something. */
export function summariseReport(output: unknown): string {
  const report = readReport(output);
  if (!report) return 'The checks gave no report.';
  const { score, fails } = report;
  if (fails.length === 0) return `The report: ${score} of 100, nothing fails.`;
  const lines = fails.slice(0, 3).map(describeFinding);
  const more = fails.length > 3 ? [`- and ${fails.length - 3} more`] : [];
  const offer = fails.some(({ canFix }) => canFix)
    ? '\n\nSay "fix the report" and I repair what I can.'
    : '';
  return `The report: ${score} of 100, ${countOf(fails.length, 'check')} ${fails.length === 1 ? 'fails' : 'fail'}:\n\n${[...lines, ...more].join('\n')}${offer}`;
}

function describeFinding({ title, evidence, fix, tool, id }: Finding): string {
  const where = tool === '' ? '' : ` (\`${tool}\`)`;
  const why = [evidence, fix].filter((text) => text !== '').join(' ');
  return `- ${title === '' ? id : title}${where}${why === '' ? '' : `: ${why}`}`;
}

const tellReport: Tell = ([result]) => {
  const report = readReport(result?.output);
  if (!report) return 'The checks gave no report.';
  const { score, fails, warns } = report;
  const part = (findings: Finding[], name: string) =>
    findings.length === 0
      ? []
      : [
          '',
          `${countOf(findings.length, name)}:`,
          '',
          ...findings.slice(0, MAX_TOLD).map(describeFinding),
          ...(findings.length > MAX_TOLD ? [`- and ${findings.length - MAX_TOLD} more`] : []),
        ];
  const verdict = fails.length === 0 ? 'Nothing fails.' : '';
  const first = [`The score is ${score} of 100.`, verdict].filter((text) => text !== '').join(' ');
  const offer = [...fails, ...warns].some(({ canFix }) => canFix)
    ? ['', 'Say "fix the report" and I repair what I can.']
    : [];
  return [first, ...part(fails, 'failing check'), ...part(warns, 'warning'), ...offer].join('\n');
};

const tellFixes: Tell = (results) => {
  const result = results.find(({ tool }) => tool === 'fix_findings');
  const { fixed, left } = toRecord(result?.output);
  if (!Array.isArray(fixed)) return 'The fixes could not be applied.';
  const names = toTexts(fixed);
  const open = toList(left).map(readFinding);
  const done =
    names.length === 0
      ? 'There was nothing that I can fix by myself.'
      : `Fixed: ${names.join(', ')}.`;
  if (open.length === 0) return done;
  const lines = open.slice(0, MAX_TOLD).map(describeFinding);
  const more = open.length > lines.length ? [`- and ${open.length - lines.length} more`] : [];
  return [done, '', `${countOf(open.length, 'finding')} left for you:`, '', ...lines, ...more].join(
    '\n',
  );
};

function check(): Outcome {
  return perform('Check the server', [{ tool: 'run_checks', input: {} }], undefined, tellReport);
}

function fixAll(): Outcome {
  return perform('Fix the report', [{ tool: 'fix_findings', input: {} }], undefined, tellFixes);
}

/** "fix tools.confirm": findings by their ids. */
function fixNamed({ ids = [] }: Slots): Outcome | null {
  const named = ids.filter(({ text }) => /^[a-z]+\.[A-Za-z]+$/.test(text)).map(({ text }) => text);
  const rest = toWords(joinText(ids.filter(({ text }) => !named.includes(text))));
  if (named.length === 0 || rest.some((word) => !/^(?:and|the|finding|findings|check)$/.test(word)))
    return null;
  const call = { tool: 'fix_findings', input: { ids: named } };
  return perform(`Fix ${named.join(', ')}`, [call], undefined, tellFixes);
}

/** The readiness report: what fails, and repairing it. */
export const reportRules: readonly Rule[] = [
  rule(
    [
      'fix|repair|solve|resolve|correct|clean [up] [all] (report / it / them / that / those / everything / all / issues / problems / findings / errors / warnings / checks / server / draft / failures) [in|of] [report]',
      'fix|repair|solve|resolve what|whatever (fails / is broken / is wrong / you can / failed) [in] [report]',
      'fix|repair [all] [failing|failed|open] (issues / problems / findings / errors / warnings / checks / tests) [in|of] [report]',
      'fix|repair',
      'make report|it|server green|ready|pass',
      'get report|it|server [to] green|100|ready',
    ],
    fixAll,
  ),
  rule(['fix|repair <ids>'], fixNamed),
  rule(
    [
      '(what / which checks / which tests / which findings / which / what checks) fails|fail|failed|failing [in|of] [report]',
      'what is (failing / wrong / broken / missing / bad / not ready) [with|in] [report|it|server|draft]',
      'what (problems / issues / errors / findings / warnings) [are] [there] [does] [do] [we|it] [have] [in] [report]',
      '(is / are) there [any] (problems / issues / errors / findings / warnings)',
      '[any] (problems / issues / errors / findings / warnings)',
      '(how good / how ready) is (it / server / draft)',
      '(what is / show / show me / tell me / read / open) [current] (report / score / findings / readiness / state)',
      '(what / how) does [readiness] report (say / look) [like]',
      '(run / repeat / rerun) [readiness] [all] (checks / report / tests / check)',
      'check [it|server|draft|everything|report] [again]',
      '(is it / is server / is draft / are we) [production] (ready / green / done / fine / good enough) [for] [production|release|use]',
      'why is (score / report / it) [not|only] [100|perfect|full|green|higher|low|bad]',
      '(what is missing / what is left) [to|for|until] [be|get|reach] [100|ready|green|production] [for] [production|release|use]',
      '(explain / describe / summarise / summarize) (report / score / findings)',
      'why (does it / did it / did report / does report / did checks) fail',
      '(what / which) fails and why',
      'show [me] (problems / issues / errors / findings / warnings / failures)',
      'report',
      'score',
    ],
    check,
  ),
];
