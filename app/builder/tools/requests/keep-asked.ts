import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { inputNames, toPlainName } from '#app/blueprint/tool-words/input-names.ts';

type Tool = Blueprint['tools'][number];

/**
 * A tool with the names of the parameters that were asked for: what it had and was removed is not among them any
 * more, because removing is asked for as well.
 */
export function keepAsked(
  tool: Tool,
  known: Tool | undefined,
  change: {
    /** Names that the person gives for its request in this turn. */
    named: readonly string[];
    removed: readonly string[];
  },
  definitions: Blueprint['definitions'],
): Tool {
  const { asked: before = [], ...bare } = tool;
  const had = known === undefined ? new Set<string>() : inputNames(known, definitions);
  const has = inputNames(tool, definitions);
  const open = before.filter((name) => !had.has(toPlainName(name)) || has.has(toPlainName(name)));
  const removed = new Set(change.removed);
  const asked = [...new Set([...open, ...change.named])].filter((name) => !removed.has(name));
  return asked.length === 0 ? bare : { ...bare, asked };
}
