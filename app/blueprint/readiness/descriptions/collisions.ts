import type { ToolFault } from '#app/blueprint/readiness/each-tool.ts';
import type { JudgedTool } from '#app/blueprint/readiness/facts.ts';

/** Words that do not make two descriptions differ. */
const FILLERS = new Set(
  'a an the this that these of for to in on at by from with and or is are be it its your all any'.split(
    ' ',
  ),
);

/**
 * Tools whose descriptions are the same but for case, punctuation and words that say nothing; each names the first of
 * its kind. Texts that differ in one word that matters are told apart by it.
 */
export function findCollisions(tools: readonly JudgedTool[]): ToolFault[] {
  const described = tools.filter(({ description }) => description.trim() !== '');
  const groups = Map.groupBy(described, ({ description }) => wordsOf(description));
  return [...groups.values()].flatMap(([first, ...others]) =>
    others.map(({ name, description }): ToolFault => {
      const brief = `the same as ${first?.name}`;
      return { tool: name, brief, what: `${brief}: “${description.trim().slice(0, 120)}”` };
    }),
  );
}

/** The words that matter; “Gets a user” and “Get the user.” are the same. */
function wordsOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '', ...others] = words.filter((word) => !FILLERS.has(word));
  return [first.replace(/(?<=..)s$/, ''), ...others].join(' ');
}
