import { judgeEach, toVerdict } from '#app/blueprint/readiness/each-tool.ts';
import type { JudgedTool, JudgedTools } from '#app/blueprint/readiness/facts.ts';
import type { FixEdit } from '#app/blueprint/readiness/report.ts';
import { notApplicable, toolsRule } from '#app/blueprint/readiness/rule.ts';
import type { CheckRule, CheckVerdict } from '#app/blueprint/readiness/rule.ts';
import { composeFacts } from '#app/blueprint/tool-words/compose-facts.ts';
import { saysMore } from '#app/blueprint/tool-words/says-more.ts';

import { findCollisions } from './collisions.ts';
import { titleOf } from './title-of.ts';

/** Shorter descriptions do not say when to use a tool. In characters. */
const MIN_DESCRIPTION = 20;

/** Checks of descriptions: by them models choose among tools. */
export const descriptionRules: CheckRule[] = [
  toolsRule({
    id: 'tools.descriptions',
    title: 'Each tool has a description',
    weight: 5,
    fix: 'Describe what the tool does and when to use it: models choose tools by their descriptions.',
    judge: (tools) =>
      judgeEach(tools, 'fail', 'All have a description.', (tool) => {
        if (tool.description.trim() !== '') return null;
        return { what: 'no description', edits: describe(tool, tools) };
      }),
  }),
  toolsRule({
    id: 'tools.saysWhen',
    title: 'Descriptions say more than the name and the path',
    weight: 4,
    fix: 'Write what the name does not say: what comes back, what can be chosen or filtered, when to use the tool and when another one. “Lists the members of a team with their roles; for one member use get_member” is good.',
    judge: judgeDescriptions,
  }),
  toolsRule({
    id: 'tools.collisions',
    title: 'No two tools have the same description',
    weight: 3,
    fix: 'Say in each what the other one does not do: of two tools that say the same, a model takes either.',
    judge: (tools) => {
      if (tools.list.length < 2) return notApplicable('There is only one tool.');
      return toVerdict(tools, 'warn', 'All differ.', findCollisions(tools.list));
    },
  }),
];

function judgeDescriptions(tools: JudgedTools): CheckVerdict {
  const repeats = judgeEach(tools, 'fail', 'All say more than the name.', (tool) => {
    const text = tool.description.trim();
    if (text === '' || says(tool, text)) return null;
    const brief = 'only name and path again';
    return { brief, what: `${brief}: “${text}”`, edits: describe(tool, tools) };
  });
  if (repeats.status === 'fail') return repeats;
  return judgeEach(tools, 'warn', 'All say more than the name.', ({ description }) => {
    const text = description.trim();
    if (text === '' || text.length >= MIN_DESCRIPTION) return null;
    const brief = `${text.length} characters`;
    return { brief, what: `${brief}: “${text}”` };
  });
}

function says({ name, source }: JudgedTool, description: string): boolean {
  return saysMore({ name, description, request: requestOf(source) });
}

function requestOf(source: JudgedTool['source']): { method: string; path: string } | null {
  return source?.action.kind === 'http' ? source.action : null;
}

/** A description of what the schemas say, if they say anything that the name does not. */
function describe(tool: JudgedTool, { definitions }: JudgedTools): FixEdit[] {
  const { source, name, title } = tool;
  if (source === null) return [];
  const facts = composeFacts(source, definitions);
  if (!says(tool, facts)) return [];
  const description = `${title || titleOf(name)}. ${facts}`;
  return [{ edit: 'describeTool', name, description }];
}
