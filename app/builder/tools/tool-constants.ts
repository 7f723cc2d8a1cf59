import { findSecrets } from '#app/blueprint/readiness/secret-scan.ts';
import { toText } from '#app/runtime/json.ts';
import { isConnectionHeader } from '#app/runtime/request/connection-header.ts';

import { isCredentialName } from './credential-name.ts';
import { dropArgument } from './drop-argument.ts';
import { listArguments, type Definitions, type HttpTool } from './http-tool.ts';
import type { ConstantChange } from './tool-change.ts';

/** The tool with something that every call sends, or without it; a sentence where that cannot be. */
export function putConstant(
  tool: HttpTool,
  change: ConstantChange,
  definitions: Definitions,
): HttpTool | string {
  const start = withoutConstant(tool, change);
  if (change.value === null) return start;
  const problem = findProblem(tool, change);
  if (problem !== null) return problem;
  const chosen = listArguments(start, definitions).filter(
    (each) => each.in === change.in && isSameName(each.in, each.wire, change.name),
  );
  const free = chosen.reduce((each, argument) => dropArgument(each, argument, definitions), start);
  const constants = [...(free.action.constants ?? []), change];
  return { ...free, action: { ...free.action, constants } };
}

/** The tool without what it always sends under that name. */
export function withoutConstant(
  tool: HttpTool,
  { in: place, name }: { in: string; name: string },
): HttpTool {
  const { constants, ...action } = tool.action;
  const left = constants?.filter(
    (each) => each.in !== place || !isSameName(place, each.name, name),
  );
  return { ...tool, action: left && left.length > 0 ? { ...action, constants: left } : action };
}

function findProblem(
  { action }: HttpTool,
  { in: place, name, value }: ConstantChange,
): string | null {
  if (place === 'body') {
    const isBodyless = action.method === 'GET' || action.method === 'HEAD';
    return isBodyless ? `${action.method} has no body, so "${name}" cannot be part of it.` : null;
  }
  if (isCredentialName(name)) {
    return `"${name}" is where a credential goes: set the authentication with set_upstream; the person sets its value as a secret.`;
  }
  if (findSecrets(toText(value)).length > 0) {
    return `The value of "${name}" looks like a credential; the person sets those as secrets.`;
  }
  if (place === 'header' && isConnectionHeader(name)) {
    return `The header "${name}" is set by the network alone.`;
  }
  if (place !== 'query' && typeof value === 'object') return `"${name}" needs a plain value.`;
  return null;
}

/** Whether two names mean the same in that place: of headers they do in any case. */
export function isSameName(place: string, one: string, other: string): boolean {
  return place === 'header' ? one.toLowerCase() === other.toLowerCase() : one === other;
}
