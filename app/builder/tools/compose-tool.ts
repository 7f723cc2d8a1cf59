import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { annotate, describeRequest } from '#app/blueprint/import/describe-tool.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { HttpAction, HttpParameter, JsonObject } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { findTarget, type Target } from './request-target.ts';
import type { ArgumentChange, ToolChange } from './tool-change.ts';

type Tool = Blueprint['tools'][number];

type Composed = Result<
  { tool: Tool; upstream: { id: string; baseUrl: string } | null },
  { reason: 'unclear'; problems: PathProblem[] }
>;

/** The argument that holds a JSON body; what is given for the body are properties of it. */
const BODY = 'body';

const STYLES: Record<'path' | 'query' | 'header', Pick<HttpParameter, 'style' | 'explode'>> = {
  path: { style: 'simple', explode: false },
  query: { style: 'form', explode: true },
  header: { style: 'simple', explode: false },
};

/** The tool that a change makes of a known one, or of nothing; and the upstream that is new. */
export function composeTool(blueprint: Blueprint, change: ToolChange): Composed {
  const known = blueprint.tools.find(({ name }) => name === change.name);
  if (change.code) return composeCode(change, change.code.source, known);
  if (!known && !change.request) {
    const message = `There is no tool named "${change.name}". To add one, give its request or code.`;
    return unclear('$.request', message);
  }
  if (known && known.action.kind !== 'http' && !change.request) {
    return succeed({ tool: describe(known, change), upstream: null });
  }
  const target = change.request ? findTarget(blueprint, change.request) : null;
  if (target && !target.ok) return target;
  const began = begin(change, known, target?.value ?? null);
  const composed = withArguments(began, change, target?.value ?? null);
  if (!composed.ok) return composed;
  return succeed({
    tool: describe(composed.value, change),
    upstream: target?.value.isNew
      ? { id: target.value.upstream, baseUrl: target.value.baseUrl }
      : null,
  });
}

function unclear(
  path: string,
  message: string,
): { ok: false } & { reason: 'unclear'; problems: PathProblem[] } {
  return fail({ reason: 'unclear', problems: [{ path, message }] });
}

function composeCode(change: ToolChange, source: string, known: Tool | undefined): Composed {
  const base: Tool = known ?? {
    name: change.name,
    enabled: true,
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    action: { kind: 'code', source },
  };
  let { inputSchema } = base;
  for (const argument of change.arguments ?? []) {
    inputSchema = withProperty(inputSchema, argument);
  }
  for (const name of change.removeArguments ?? []) inputSchema = withoutProperty(inputSchema, name);
  const tool: Tool = { ...base, inputSchema, action: { kind: 'code', source } };
  return succeed({ tool: describe(tool, change), upstream: null });
}

/** What a tool with an http action starts from. */
type HttpTool = Tool & { action: HttpAction };

function begin(change: ToolChange, known: Tool | undefined, target: Target | null): HttpTool {
  const action: HttpAction =
    known?.action.kind === 'http'
      ? known.action
      : { kind: 'http', upstream: '', method: 'GET', path: '/', parameters: [], response: {} };
  const base: Tool = known ?? {
    name: change.name,
    enabled: true,
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    action,
  };
  if (target === null) return { ...base, action };
  const { method, path, upstream } = target;
  const named = new Set(target.pathArguments);
  // A path argument that the new path does not have is gone, with its parameter.
  const gone = action.parameters.filter((each) => each.in === 'path' && !named.has(each.name));
  const parameters = action.parameters.filter((each) => !gone.includes(each));
  const inputSchema = gone.reduce(
    (schema, { argument }) => withoutProperty(schema, argument),
    base.inputSchema,
  );
  const { mock: _old, ...kept } = action;
  return {
    ...describeRequest(base.name, method, path),
    ...base,
    annotations: known?.annotations ?? annotate(method, `${change.name} ${path}`),
    inputSchema,
    action: { ...kept, method, path, upstream, parameters },
  };
}

function withArguments(
  tool: HttpTool,
  change: ToolChange,
  target: Target | null,
): Result<HttpTool, { reason: 'unclear'; problems: PathProblem[] }> {
  let current = tool;
  for (const name of change.removeArguments ?? []) {
    if (current.action.path.includes(`{${name}}`)) {
      return unclear(
        '$.removeArguments',
        `"${name}" is part of the path, so it cannot be left out.`,
      );
    }
    current = removeArgument(current, name);
  }
  const given = change.arguments ?? [];
  const fromAddress: ArgumentChange[] = [
    ...(target?.pathArguments ?? []).map((name) => ({ name, in: 'path' as const })),
    ...(target?.query ?? []),
  ];
  for (const argument of fromAddress) {
    const isGiven = given.some(({ name }) => name === argument.name);
    const isKnown = current.action.parameters.some(({ name }) => name === argument.name);
    if (!isGiven && !isKnown) current = putArgument(current, argument);
  }
  for (const argument of given) current = putArgument(current, argument);
  return succeed(current);
}

function putArgument(tool: HttpTool, change: ArgumentChange): HttpTool {
  const { action } = tool;
  const known = action.parameters.find(({ argument }) => argument === change.name);
  const body = bodySchema(tool);
  const isInBody =
    body !== null && isJsonObject(body['properties']) && change.name in body['properties'];
  const isInPath = action.path.includes(`{${change.name}}`);
  const takesBody = !['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(action.method);
  const place =
    change.in ?? (known ? null : isInPath ? 'path' : isInBody || takesBody ? 'body' : 'query');
  if (place === 'body') return putIntoBody(tool, change, body);
  const inputSchema = withProperty(tool.inputSchema, {
    ...change,
    ...(place === 'path' ? { required: true } : {}),
  });
  if (known || place === null) return { ...tool, inputSchema };
  const parameter = { argument: change.name, name: change.name, in: place, ...STYLES[place] };
  return {
    ...tool,
    inputSchema,
    action: { ...action, parameters: [...action.parameters, parameter] },
  };
}

function putIntoBody(tool: HttpTool, change: ArgumentChange, body: JsonObject | null): HttpTool {
  const schema = withProperty(body ?? { type: 'object', properties: {} }, change);
  const name = tool.action.body?.argument ?? BODY;
  const properties = propertiesOf(tool.inputSchema);
  const needs = Array.isArray(schema['required']) && schema['required'].length > 0;
  const required = requiredOf(tool.inputSchema);
  const inputSchema: JsonObject = {
    ...tool.inputSchema,
    properties: { ...properties, [name]: schema },
    ...(needs ? { required: [...new Set([...required, name])] } : {}),
  };
  const contents = [{ mediaType: 'application/json', encoding: 'json' as const }];
  const action = { ...tool.action, body: tool.action.body ?? { argument: name, contents } };
  return { ...tool, inputSchema, action };
}

function removeArgument(tool: HttpTool, name: string): HttpTool {
  const body = bodySchema(tool);
  const bodyName = tool.action.body?.argument;
  if (body && bodyName !== undefined && name in propertiesOf(body)) {
    const properties = {
      ...propertiesOf(tool.inputSchema),
      [bodyName]: withoutProperty(body, name),
    };
    return { ...tool, inputSchema: { ...tool.inputSchema, properties } };
  }
  const parameters = tool.action.parameters.filter(({ argument }) => argument !== name);
  return {
    ...tool,
    inputSchema: withoutProperty(tool.inputSchema, name),
    action: { ...tool.action, parameters },
  };
}

/** The schema of the body where it is written out in the tool itself. */
function bodySchema(tool: HttpTool): JsonObject | null {
  const { body } = tool.action;
  if (!body) return null;
  const schema = propertiesOf(tool.inputSchema)[body.argument];
  return isJsonObject(schema) && !('$ref' in schema) ? schema : null;
}

function withProperty(schema: JsonObject, change: ArgumentChange): JsonObject {
  const { name, in: _place, required, ...facts } = change;
  const properties = propertiesOf(schema);
  const before = isJsonObject(properties[name]) ? properties[name] : { type: 'string' };
  const needed = new Set(requiredOf(schema));
  if (required === true) needed.add(name);
  if (required === false) needed.delete(name);
  const { required: _old, ...rest } = schema;
  return {
    ...rest,
    properties: { ...properties, [name]: { ...before, ...withoutUndefined(facts) } },
    ...(needed.size > 0 ? { required: [...needed] } : {}),
  };
}

function withoutProperty(schema: JsonObject, name: string): JsonObject {
  const { [name]: _gone, ...properties } = propertiesOf(schema);
  const needed = requiredOf(schema).filter((each) => each !== name);
  const { required: _old, ...rest } = schema;
  return { ...rest, properties, ...(needed.length > 0 ? { required: needed } : {}) };
}

function propertiesOf(schema: JsonObject): JsonObject {
  const properties = schema['properties'];
  return isJsonObject(properties) ? properties : {};
}

function requiredOf(schema: JsonObject): string[] {
  const required = schema['required'];
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

function withoutUndefined(facts: Omit<ArgumentChange, 'name' | 'in' | 'required'>): JsonObject {
  const known: JsonObject = {};
  for (const [key, value] of Object.entries(facts)) {
    if (value !== undefined) known[key] = value;
  }
  return known;
}

/** Texts, switches and what of the answer is kept. */
function describe(tool: Tool, change: ToolChange): Tool {
  const { title, description, enabled, keep, confirm } = change;
  const described: Tool = {
    ...tool,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(confirm === undefined
      ? {}
      : {
          annotations: { ...tool.annotations, readOnlyHint: false, destructiveHint: confirm },
        }),
  };
  if (keep === undefined || described.action.kind !== 'http') return described;
  const { keep: _old, ...response } = described.action.response;
  const next = keep.length > 0 ? { ...response, keep } : response;
  return { ...described, action: { ...described.action, response: next } };
}
