import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { definitionOfRef, eachRef } from '#app/blueprint/schema-refs.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { JsonObject, JsonSchema } from '#app/runtime/definition.ts';
import { servedOutput } from '#app/runtime/tools/served-output.ts';

/** English and JSON come to about so many characters a token in the tokenizers of today. */
const CHARACTERS_PER_TOKEN = 4;

type Definitions = Blueprint['definitions'];

/** Characters that the tools add to `tools/list`, schemas they refer to included. */
export function createTokenCount(definitions: Definitions): (tool: Tool) => number {
  const sizes = new Map<string, { length: number; refs: string[] }>();
  const known = new WeakMap<Tool, number>();

  function sizeOf(name: string) {
    const found = sizes.get(name);
    if (found) return found;
    const schema = definitions[name];
    const entry =
      schema === undefined
        ? { length: 0, refs: [] }
        : { length: JSON.stringify(schema).length + name.length + 4, refs: refsOf(schema) };
    sizes.set(name, entry);
    return entry;
  }

  function closureLength(schema: JsonObject): number {
    const seen = new Set<string>();
    const open = refsOf(schema);
    let length = 0;
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      const entry = sizeOf(name);
      length += entry.length;
      open.push(...entry.refs);
    }
    return length;
  }

  return (tool) => {
    const before = known.get(tool);
    if (before !== undefined) return before;
    const { name, title, description, annotations, inputSchema } = tool;
    const outputSchema = servedOutput(tool, definitions);
    const served = { name, title, description, annotations, inputSchema, outputSchema };
    const characters =
      JSON.stringify(served).length +
      closureLength(inputSchema) +
      (outputSchema ? closureLength(outputSchema) : 0);
    const tokens = Math.ceil(characters / CHARACTERS_PER_TOKEN);
    known.set(tool, tokens);
    return tokens;
  };
}

/** A count for people, two digits of it: `1,200`. */
export function formatTokens(tokens: number): string {
  if (tokens < 100) return String(tokens);
  const step = 10 ** (Math.floor(Math.log10(tokens)) - 1);
  return (Math.round(tokens / step) * step).toLocaleString('en');
}

function refsOf(schema: JsonSchema): string[] {
  const names = new Set<string>();
  eachRef(schema, (ref) => {
    const name = definitionOfRef(ref);
    if (name !== null) names.add(name);
  });
  return [...names];
}
