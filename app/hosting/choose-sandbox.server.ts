import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { enabledTools, toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import type { ServerDefinition, ToolFunction } from '#app/runtime/definition.ts';
import type { IsolateSandbox, Sandbox } from '#app/sandbox/call-tool.server.ts';

/** Definitions by their blueprints, which are kept from call to call. */
const definitions = new WeakMap<Blueprint, ServerDefinition>();

/**
 * The place where the tools of a server run. One whose tools are all declared has no foreign code, so its calls of a
 * real API run here; the mock, which tries a foreign document's patterns, and all code have an isolate of their own.
 *
 * @param isolate null: the platform has no loader.
 */
export function chooseSandbox(
  blueprint: Blueprint,
  isolate: IsolateSandbox | null,
  isMock: boolean,
): Sandbox {
  if (isolate === null) return { kind: 'here', definition: definitionOf(blueprint) };
  if (isMock || enabledTools(blueprint).some(({ action }) => action.kind === 'code'))
    return isolate;
  return { kind: 'hereFirst', definition: definitionOf(blueprint), isolate };
}

function definitionOf(blueprint: Blueprint): ServerDefinition {
  const known = definitions.get(blueprint);
  if (known !== undefined) return known;
  const definition = toServerDefinition(blueprint, refuseCode(blueprint));
  definitions.set(blueprint, definition);
  return definition;
}

/** Code never runs outside a sandbox; this is what a platform without a loader says instead. */
function refuseCode(blueprint: Blueprint): Map<string, ToolFunction> {
  const refuse: ToolFunction = () => {
    throw new Error('This tool runs code, and no sandbox for code is available here.');
  };
  return new Map(blueprint.tools.map(({ name }) => [name, refuse]));
}
