import { cutAtWord } from '#app/blueprint/import/text/clean-text.ts';

import { judgeEach, toVerdict } from './each-tool.ts';
import type { ToolFault } from './each-tool.ts';
import { descriptionRules } from './descriptions/descriptions.ts';
import type { JudgedTools } from './facts.ts';
import { titleOf } from './descriptions/title-of.ts';
import { listSizeRule } from './list/list-size.ts';
import type { FixEdit } from './report.ts';
import { serverRule, toolsRule } from './rule.ts';
import type { CheckRule, CheckVerdict } from './rule.ts';

/** The specification allows 128 characters, Claude 64. */
const NAME = /^[A-Za-z0-9_.-]{1,64}$/;
/** Some clients reject longer ones, and every list carries it. In characters. */
const MAX_DESCRIPTION = 1_024;
/** A page of 256 KB and its message envelope. */
const GOOD_PAGE_BYTES = 272 * 1024;
const BAD_PAGE_BYTES = 1024 * 1024;

/** Checks of names, titles, descriptions, and the size of the list. */
export const textRules: CheckRule[] = [
  toolsRule({
    id: 'tools.names',
    title: 'Names are unique and accepted by every client',
    weight: 5,
    fix: 'Use 1 to 64 letters, digits, or any of _ . -, and no name twice.',
    judge: judgeNames,
  }),
  toolsRule({
    id: 'tools.titles',
    title: 'Each tool has a title for people',
    weight: 1,
    fix: 'Give each tool a title; the names’ own words are a start.',
    judge: (tools) =>
      judgeEach(tools, 'warn', 'All have a title.', ({ name, title }) => {
        if (title.trim() !== '') return null;
        const edits: FixEdit[] = [{ edit: 'describeTool', name, title: titleOf(name) }];
        return { what: 'no title', edits };
      }),
  }),
  ...descriptionRules,
  toolsRule({
    id: 'tools.descriptionLength',
    title: 'Descriptions are short enough for every client',
    weight: 1,
    fix: `Keep to ${MAX_DESCRIPTION} characters; the fix cuts at the end of a sentence.`,
    judge: (tools) =>
      judgeEach(tools, 'warn', `None is over ${MAX_DESCRIPTION} characters.`, (tool) => {
        const { name, description } = tool;
        if (description.length <= MAX_DESCRIPTION) return null;
        const cut = cutAtWord(description, MAX_DESCRIPTION);
        const edits: FixEdit[] = [{ edit: 'describeTool', name, description: cut }];
        return { what: `${description.length} characters`, edits };
      }),
  }),
  toolsRule({
    id: 'tools.deprecated',
    title: 'No deprecated tool is served',
    weight: 1,
    fix: 'Stop serving tools whose operation will go away.',
    judge: (tools, { blueprint }) => {
      const stays = (blueprint?.resources.length ?? 0) + (blueprint?.prompts.length ?? 0) > 0;
      // A server that serves nothing is no better than one that serves old tools.
      const canGo = stays || tools.list.some(({ source }) => source?.deprecated !== true);
      return judgeEach(tools, 'warn', 'None is marked as deprecated.', ({ name, source }) => {
        if (source?.deprecated !== true) return null;
        if (!canGo) return 'deprecated, as all are';
        const edits: FixEdit[] = [{ edit: 'selectTools', names: [name], enabled: false }];
        return { what: 'deprecated', edits };
      });
    },
  }),
  listSizeRule,
  serverRule({
    id: 'tools.pages',
    title: 'The pages of the list are small enough',
    weight: 1,
    fix: 'Split the list into pages of 256 KB at most.',
    judge: ({ tools }) => {
      if (tools === null) return { status: 'notApplicable', text: 'No list came back.' };
      const largest = Math.max(...tools.pageBytes);
      const pages = tools.pageBytes.length === 1 ? '1 page' : `${tools.pageBytes.length} pages`;
      const number = tools.pageBytes.indexOf(largest) + 1;
      const text = `${pages}; the largest, number ${number}, has ${largest.toLocaleString('en')} bytes.`;
      if (largest <= GOOD_PAGE_BYTES) return { status: 'pass', text };
      return { status: largest <= BAD_PAGE_BYTES ? 'warn' : 'fail', text };
    },
  }),
];

function judgeNames(tools: JudgedTools): CheckVerdict {
  const taken = new Set(tools.list.map(({ name }) => name.toLowerCase()));
  const seen = new Set<string>();
  const faults: ToolFault[] = [];
  for (const { name } of tools.list) {
    const key = name.toLowerCase();
    const what = !NAME.test(name) ? 'not accepted by every client' : 'differs by case only';
    if (seen.has(key) || !NAME.test(name)) {
      const to = freshName(name, taken);
      faults.push({ tool: name, what, edits: [{ edit: 'renameTool', from: name, to }] });
    }
    seen.add(key);
  }
  return toVerdict(tools, 'fail', 'All names are fine.', faults);
}

function freshName(name: string, taken: Set<string>): string {
  const base = name.replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, 60) || 'tool';
  for (let count = 2; ; count += 1) {
    const candidate = `${base}_${count}`;
    if (taken.has(candidate.toLowerCase())) continue;
    taken.add(candidate.toLowerCase());
    return candidate;
  }
}
