import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { CompleteRequest, Server } from '@modelcontextprotocol/server';

import type { PromptDefinition, ResourceDefinition } from '../definition.ts';
import { isJsonObject, toText } from '../json.ts';
import type { JsonValue } from '../json.ts';
import type { ServedDefinition } from '../served-definition.ts';
import { variablesOf } from './match-uri-template.ts';

/** The protocol allows no more in one response. */
const MAX_VALUES = 100;

/** Whether any argument has completions. */
export function hasCompletions(served: ServedDefinition): boolean {
  const { prompts, resources } = served;
  return (
    prompts.some((prompt) =>
      prompt.arguments.some(({ name }) => argumentValues(served, prompt, name).length > 0),
    ) ||
    resources.some((resource) =>
      variablesOf(resource).some((name) => variableValues(served, resource, name).length > 0),
    )
  );
}

/** Answers `completion/complete`: the values that begin with the typed text, in their order. */
export function serveCompletions(server: Server, served: ServedDefinition): void {
  server.setRequestHandler('completion/complete', ({ params: { ref, argument } }) => {
    const typed = argument.value.toLowerCase();
    const found = knownValues(served, ref, argument.name).filter((value) =>
      value.toLowerCase().startsWith(typed),
    );
    return {
      completion: {
        values: found.slice(0, MAX_VALUES),
        total: found.length,
        hasMore: found.length > MAX_VALUES,
      },
    };
  });
}

/** @throws ProtocolError for an unknown prompt or template. */
function knownValues(
  served: ServedDefinition,
  ref: CompleteRequest['params']['ref'],
  name: string,
): string[] {
  if (ref.type === 'ref/prompt') {
    const prompt = served.prompts.find((one) => one.name === ref.name);
    if (prompt === undefined) throw unknown(`Unknown prompt: ${ref.name}`);
    return argumentValues(served, prompt, name);
  }
  const resource = served.resources.find(({ uri }) => uri === ref.uri);
  if (resource === undefined) throw unknown(`Unknown resource template: ${ref.uri}`);
  return variableValues(served, resource, name);
}

function argumentValues(served: ServedDefinition, prompt: PromptDefinition, name: string) {
  const values = prompt.arguments.find((argument) => argument.name === name)?.values;
  return values ?? enumOf(served, prompt.tool, name);
}

function variableValues(served: ServedDefinition, { content }: ResourceDefinition, name: string) {
  return enumOf(served, content.kind === 'tool' ? content.tool : undefined, name);
}

/** Enum values of the tool's schema, if it has any. */
function enumOf({ tools }: ServedDefinition, name: string | undefined, property: string): string[] {
  const properties = tools.find((tool) => tool.name === name)?.inputSchema['properties'];
  const schema: JsonValue | undefined = isJsonObject(properties) ? properties[property] : undefined;
  const listed = isJsonObject(schema) ? schema['enum'] : undefined;
  return Array.isArray(listed) ? listed.map(toText) : [];
}

function unknown(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
