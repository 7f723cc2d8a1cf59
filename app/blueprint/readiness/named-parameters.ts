import { inputNames, toPlainName } from '#app/blueprint/tool-words/input-names.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { judgeEach } from './each-tool.ts';
import type { JudgedTool, JudgedTools } from './facts.ts';
import { toolsRule } from './rule.ts';
import type { CheckRule } from './rule.ts';

/** A name in code marks beside a word that calls it something that a caller gives. */
const MARKED = [
  /`([\w$.[\]-]{1,64})`\s+(?:query |path |body |request |url )?(?:parameter|argument|query param)\b/gi,
  /\b(?:parameter|argument)s?\s+`([\w$.[\]-]{1,64})`/gi,
];

/**
 * Whether each tool has the parameters that it is said to have: those that the person named who asked for it, those
 * of its path, those of its own examples, and those that its description marks as such.
 */
export const namedParametersRule: CheckRule = toolsRule({
  id: 'tools.namedParameters',
  title: 'Every parameter that was named exists',
  weight: 4,
  fix: 'Add the named parameters to the tool, or, if they are not meant, take them out of the text, the example or the request that names them.',
  judge: (tools) =>
    judgeEach(tools, 'fail', 'None is missing.', (tool) => {
      const missing = findMissing(tool, tools);
      return missing.length === 0 ? null : `no ${missing.join(', ')}`;
    }),
});

function findMissing(
  { source, inputSchema, description }: JudgedTool,
  { definitions }: JudgedTools,
): string[] {
  const marked = MARKED.flatMap((pattern) =>
    Array.from(description.matchAll(pattern), ([, name = '']) => name),
  );
  const { asked = [] } = source ?? {};
  if (marked.length === 0 && asked.length === 0 && source === null) return [];
  const action = source?.action ?? { kind: 'code' as const, source: '' };
  const known = inputNames({ inputSchema: inputSchema ?? {}, action }, definitions);
  const isMissing = (name: string) => !known.has(toPlainName(name));
  const missing = [
    ...asked.filter(isMissing).map((name) => `${name} (asked for)`),
    ...(source === null ? [] : missingInPath(source).map((name) => `${name} (in its path)`)),
    ...(source === null ? [] : missingInExamples(source).map((name) => `${name} (in an example)`)),
    ...marked.filter(isMissing).map((name) => `${name} (in its description)`),
  ];
  return [...new Set(missing)];
}

function missingInPath({ action }: Tool): string[] {
  if (action.kind !== 'http') return [];
  const given = action.parameters.filter(({ in: place }) => place === 'path');
  const names = Array.from(action.path.matchAll(/\{([^{}/]+)\}/g), ([, name = '']) => name);
  return names.filter((name) => given.every((parameter) => parameter.name !== name));
}

/** Arguments of example calls that the schema does not name; one that says which others there may be allows them. */
function missingInExamples({ inputSchema, examples = [] }: Tool): string[] {
  const { properties, additionalProperties, patternProperties } = inputSchema;
  const isOpen = additionalProperties === true || isJsonObject(additionalProperties);
  if (isOpen || patternProperties !== undefined) return [];
  const known = isJsonObject(properties) ? properties : {};
  const given = examples.flatMap((example) => Object.keys(example.arguments));
  return [...new Set(given)].filter((name) => !Object.hasOwn(known, name));
}
