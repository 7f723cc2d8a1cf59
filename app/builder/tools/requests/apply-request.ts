import type { Blueprint } from '#app/blueprint/blueprint.ts';
import {
  annotate,
  describeRequest,
  isMadeOf,
} from '#app/blueprint/import/openapi/describe-operation.ts';
import type { HttpAction } from '#app/runtime/definition.ts';

import { dropArgument } from './drop-argument.ts';
import { putArgument, type EditContext } from './put-argument.ts';
import { renameArgument } from './rename-argument.ts';
import { findArgument, listArguments, type Definitions, type HttpTool } from './http-tool.ts';
import type { Target } from './request-target.ts';

type Tool = Blueprint['tools'][number];

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false };

/** An empty tool that sends a request. */
export function newHttpTool(name: string): HttpTool {
  const action: HttpAction = {
    kind: 'http',
    upstream: '',
    method: 'GET',
    path: '/',
    parameters: [],
    response: {},
  };
  return { name, enabled: true, inputSchema: NO_ARGUMENTS, action };
}

/** The tool with another request; arguments, texts and what of the answer is kept stay. */
export function applyRequest(tool: HttpTool, target: Target, context: EditContext): HttpTool {
  const isNew = tool.action.upstream === '';
  const kept = keepPathArguments(tool, target.pathArguments, context.definitions);
  const { method, path, upstream } = target;
  const { mock: _old, ...action } = kept.action;
  const next: HttpTool = {
    ...kept,
    ...toTexts(tool, target, isNew),
    annotations: toAnnotations(tool, target, isNew),
    action: { ...action, method, path, upstream },
  };
  return method === 'GET' || method === 'HEAD' ? withoutBody(next, context) : next;
}

/** Arguments of the old path fill the new one in their order; what it has no place for is gone. */
function keepPathArguments(
  tool: HttpTool,
  wanted: readonly string[],
  definitions: Definitions,
): HttpTool {
  const before = [...tool.action.path.matchAll(/\{([^{}/]+)\}/g)].map(([, name = '']) => name);
  const gone = before.filter((name) => !wanted.includes(name));
  const fresh = wanted.filter((name) => !before.includes(name));
  let current = tool;
  for (const [index, from] of gone.entries()) {
    const to = fresh[index];
    const renamed = to === undefined ? null : renameArgument(current, { from, to }, definitions);
    if (renamed !== null && typeof renamed !== 'string') {
      current = renamed;
      continue;
    }
    const argument = findArgument(current, from, definitions, 'path');
    if (argument?.in === 'path') current = dropArgument(current, argument, definitions);
  }
  return current;
}

/** Texts that were made of the old request are made anew, those that somebody wrote stay. */
function toTexts(
  { name, title, description, action }: HttpTool,
  { method, path }: Target,
  isNew: boolean,
): Pick<Tool, 'title' | 'description'> {
  const made = describeRequest(name, method, path);
  const isMade =
    description === undefined || (!isNew && isMadeOf(description, { name, ...action }));
  return { title: title ?? made.title, description: isMade ? made.description : description };
}

/** Hints that follow from the method follow the new one; what somebody set otherwise stays. */
function toAnnotations(
  { name, annotations, action }: HttpTool,
  { method, path }: Target,
  isNew: boolean,
): Tool['annotations'] {
  const fresh = annotate(method, `${name} ${path}`);
  if (isNew || annotations === undefined) return fresh;
  if (method === action.method) return annotations;
  const before = annotate(action.method, `${name} ${action.path}`);
  const keys = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
  const isOwn = annotations.readOnlyHint !== before.readOnlyHint;
  const next = { ...annotations };
  for (const key of isOwn ? [] : keys) {
    const value = fresh[key];
    if (annotations[key] === before[key] && value !== undefined) next[key] = value;
  }
  return next;
}

/** Moves arguments of a body into the query if the method has no body. */
function withoutBody(tool: HttpTool, context: EditContext): HttpTool {
  let current = tool;
  for (const argument of listArguments(tool, context.definitions)) {
    if (argument.in !== 'body') continue;
    const { name, isWhole } = argument;
    const moved = isWhole
      ? dropArgument(current, argument, context.definitions)
      : putArgument(current, { name, in: 'query' }, { ...context, placed: new Set() });
    if (typeof moved !== 'string') current = moved;
  }
  return current;
}
