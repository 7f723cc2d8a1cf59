import { isJsonObject, parseJson } from '#app/runtime/json.ts';
import type { JsonValue } from '#app/runtime/json.ts';

import { describeFaults, toEvidence } from './each-tool.ts';
import type { ToolFault } from './each-tool.ts';
import type { Facts, JudgedTools } from './facts.ts';
import type { CheckVerdict } from './rule.ts';
import { eachSchema } from './walk-schemas.ts';

/** A text that a model may read: a value, or the name of one. */
export interface SeenText {
  /** Tool, `$defs/<name>`, or another part of the server. */
  owner: string;
  /** `title` or `description` of a tool; otherwise the path to the text. */
  place: string;
  text: string;
}

/** All texts that a server shows: of tools, the schemas they reach, and its other parts. */
export function findTexts(tools: JudgedTools, { blueprint, server }: Facts): SeenText[] {
  const texts: SeenText[] = [];
  for (const { name, title, description, annotations } of tools.list) {
    texts.push({ owner: name, place: 'name', text: name });
    if (title !== '') texts.push({ owner: name, place: 'title', text: title });
    if (description !== '') texts.push({ owner: name, place: 'description', text: description });
    if (annotations !== null) collect(texts, name, 'annotations', annotations);
  }
  eachSchema(tools, ({ schema, root, owner, path }) => {
    if (schema === root) collect(texts, owner, path || 'its schema', schema);
  });
  if (blueprint !== null) {
    const { identity, resources, prompts } = blueprint;
    const plain = parseJson(JSON.stringify({ identity, resources, prompts }));
    collect(texts, 'the server', '', plain);
  }
  for (const exchange of [server?.exchanges.discover, server?.exchanges.initialize]) {
    const result = exchange?.got?.message?.['result'];
    if (!isJsonObject(result)) continue;
    const { instructions = null, serverInfo = null } = result;
    collect(texts, 'the server', 'answer', { instructions, serverInfo });
  }
  return texts;
}

/** Passes if no text has a fault; otherwise counts and names those that have. */
export function judgeTexts(
  status: 'warn' | 'fail',
  texts: readonly SeenText[],
  faults: readonly ToolFault[],
): CheckVerdict {
  if (faults.length === 0) return { status: 'pass', text: `Looked at ${texts.length} texts.` };
  return {
    status,
    text: `${faults.length} of ${texts.length} texts: ${describeFaults(faults)}.`,
    ...toEvidence(faults),
  };
}

/** Collects every string and every key of a value, at any depth. */
function collect(texts: SeenText[], owner: string, start: string, root: JsonValue): void {
  const open: [place: string, value: JsonValue][] = [[start, root]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [place, value] = next;
    if (typeof value === 'string') texts.push({ owner, place, text: value });
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      const inside = place === '' ? key : `${place}.${key}`;
      if (!Array.isArray(value)) texts.push({ owner, place: inside, text: key });
      open.push([inside, child]);
    }
  }
}
