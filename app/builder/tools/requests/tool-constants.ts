import { findSecrets } from '#app/blueprint/readiness/secret-scan.ts';
import { toText } from '#app/runtime/json.ts';
import { isConnectionHeader } from '#app/runtime/request/connection-header.ts';
import { isHeaderText } from '#app/runtime/request/header-text.ts';

import { dropArgument } from './drop-argument.ts';
import type { ConstantChange } from './tool-change.ts';
import { isCredentialName } from './credential-name.ts';
import { bodySchemaOf, listArguments, type Definitions, type HttpTool } from './http-tool.ts';

/** RFC 9110, 5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

/** The tool with something that every call sends, or without it; a sentence where that cannot be. */
export function putConstant(
  tool: HttpTool,
  change: ConstantChange,
  definitions: Definitions,
): HttpTool | string {
  const start = withoutConstant(tool, change);
  if (change.value === null) return start;
  const problem = findProblem(tool, change, definitions);
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
  tool: HttpTool,
  { in: place, name, value }: ConstantChange,
  definitions: Definitions,
): string | null {
  if (place === 'body') return findBodyProblem(tool, name, definitions);
  if (isCredentialName(name)) {
    return `"${name}" is where a credential goes: set the authentication with set_upstream; the person sets its value as a secret.`;
  }
  if (findSecrets(toText(value)).length > 0) {
    return `The value of "${name}" looks like a credential; the person sets those as secrets.`;
  }
  if (place !== 'query' && typeof value === 'object') return `"${name}" needs a plain value.`;
  return place === 'header' ? findHeaderProblem(name, toText(value)) : null;
}

function findBodyProblem(tool: HttpTool, name: string, definitions: Definitions): string | null {
  const { method, body } = tool.action;
  if (method === 'GET' || method === 'HEAD') {
    return `${method} has no body, so "${name}" cannot be part of it.`;
  }
  if (!body || bodySchemaOf(tool, definitions) !== null) return null;
  return `The body is no object, so "${name}" cannot be part of it.`;
}

function findHeaderProblem(name: string, text: string): string | null {
  if (isConnectionHeader(name)) return `The header "${name}" is set by the network alone.`;
  if (!HEADER_NAME.test(name)) return `"${name}" cannot be the name of a header.`;
  if (isHeaderText(text)) return null;
  return `The value of "${name}" cannot be sent in a header: it may not contain line breaks, control characters or characters beyond ASCII.`;
}

/** Whether two names mean the same in that place: of headers they do in any case. */
export function isSameName(place: string, one: string, other: string): boolean {
  return place === 'header' ? one.toLowerCase() === other.toLowerCase() : one === other;
}
