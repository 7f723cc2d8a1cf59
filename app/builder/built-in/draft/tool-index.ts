import { toSingular, toWords } from '#app/blueprint/words.ts';

import type { ToolFacts } from '#app/builder/built-in/turn.ts';

/** Tools by all that they may be called, so that a draft of thousands is looked up at once. */
export interface ToolIndex {
  /** For each form of a name, the tools that have it; forms in the order in which they count. */
  forms: { of: (text: string) => string; tools: Map<string, ToolFacts[]> }[];
  /** Words of the name, each for one thing. */
  words: { tool: ToolFacts; words: string[] }[];
  names: string[];
  /** What was found before, by what was said. */
  found: Map<string, unknown>;
}

const known = new WeakMap<readonly ToolFacts[], ToolIndex>();

/** The index of a list of tools; made once for each list. */
export function indexTools(tools: readonly ToolFacts[]): ToolIndex {
  const before = known.get(tools);
  if (before) return before;
  const index: ToolIndex = {
    forms: [
      form(tools, toLower, ({ name }) => name),
      form(tools, toKey, ({ name }) => name),
      form(tools, toLower, ({ title = '' }) => title),
      form(tools, toSingularKey, ({ name }) => name),
    ],
    words: tools.map((tool) => ({ tool, words: toSingularWords(tool.name) })),
    names: tools.map(({ name }) => name),
    found: new Map(),
  };
  known.set(tools, index);
  return index;
}

/** The words of a text, each for one thing: `user` of "users". */
export function toSingularWords(text: string): string[] {
  return toWords(text).map(toSingular);
}

function form(
  tools: readonly ToolFacts[],
  of: (text: string) => string,
  read: (tool: ToolFacts) => string,
): ToolIndex['forms'][number] {
  const map = new Map<string, ToolFacts[]>();
  for (const tool of tools) {
    const key = of(read(tool));
    const others = map.get(key);
    if (others) others.push(tool);
    else if (key !== '') map.set(key, [tool]);
  }
  return { of, tools: map };
}

function toLower(text: string): string {
  return text.toLowerCase();
}

function toKey(text: string): string {
  return toWords(text).join(' ');
}

function toSingularKey(text: string): string {
  return toSingularWords(text).join(' ');
}
