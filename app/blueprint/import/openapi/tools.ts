import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { listAt, objectAt, own, stringAt } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import { acceptsValue } from '#app/blueprint/import/schemas/accepts-value.ts';
import { cleanText } from '#app/blueprint/import/text/clean-text.ts';
import { dropHiddenIn } from '#app/blueprint/import/text/drop-hidden-in.ts';
import { hasHidden, toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { ImportedUpstreams } from '#app/blueprint/import/upstreams.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { buildArguments } from './arguments.ts';
import { readRequestBody } from './bodies.ts';
import type { BodySource } from './bodies.ts';
import { annotate, describeOperation, withFacts } from './describe-operation.ts';
import type { OperationSource } from './operations.ts';
import { readParameters } from './parameters.ts';
import type { ParameterSource } from './parameters.ts';
import { matchPath } from './path-template.ts';
import { readResponses } from './responses.ts';
import type { ResponseSource } from './responses.ts';
import type { Security } from './security.ts';
import { readSwaggerBody } from './swagger-bodies.ts';
import { exampleCalls } from './tool-examples.ts';
import type { ExampleSource } from './tool-examples.ts';

type HttpAction = Extract<Tool['action'], { kind: 'http' }>;

/** A tool whose examples are not checked yet, which requires all schemas. */
export interface ToolDraft {
  tool: Tool & { action: HttpAction };
  examples: ExampleSource;
  answer: ResponseSource;
}

/** Answers without content (RFC 9110, 15.3.5 and 15.3.6). */
const EMPTY_STATUSES = new Set([204, 205]);

/** Maximum length of a tag. */
const MAX_TAG = 100;
/** Maximum number of tags of one tool. */
const MAX_TAGS = 50;

/** Characters of an operation's own name. */
const MAX_ID = 200;

/** Fields of an operation that are carried over, or left out on purpose. */
const OPERATION_FIELDS = new Set([
  'operationId',
  'summary',
  'description',
  'tags',
  'parameters',
  'requestBody',
  'responses',
  'deprecated',
  'security',
  'servers',
  'externalDocs',
  'consumes',
  'produces',
  'schemes',
  'callbacks',
]);

/** Makes the tool of one operation. */
export function makeTool(
  run: ImportRun,
  source: OperationSource,
  name: string,
  parts: { upstreams: ImportedUpstreams; security: Security; sourceId: string },
): ToolDraft {
  const { pathItem, operation, method } = source;
  warnLeftOut(run, source);
  const declared = withoutCredentials(
    run,
    source,
    readParameters(run, pathItem, operation),
    parts.security,
  );
  const { path, parameters } = matchPath(run, source, declared);
  const body = readBody(run, source);
  const args = buildArguments(run, parameters, body);
  const answer = readResponses(run, operation);
  const texts = describeOperation(run, pathItem, operation, { method, path }, answer.description);
  const security = parts.security.alternatives(
    own(operation.value, 'security'),
    at(operation.place, 'security'),
  );
  const action: HttpAction = {
    kind: 'http',
    upstream: parts.upstreams.idFor(pathItem, operation),
    method,
    path,
    parameters: args.parameters,
    response: answer.response,
  };
  if (args.body) action.body = args.body;
  if (security) action.security = security;
  const words = [source.operationId, path, texts.title].filter((text) => text !== null).join(' ');
  const tool: ToolDraft['tool'] = {
    name,
    title: texts.title,
    description: texts.description,
    enabled: true,
    annotations: annotate(method, words),
    inputSchema: args.inputSchema,
    action,
    origin: {
      source: parts.sourceId,
      operation: source.key,
      ...readId(source),
      ...readTags(operation.value),
    },
  };
  if (own(operation.value, 'deprecated') === true) tool.deprecated = true;
  if (answer.outputSchema) tool.outputSchema = answer.outputSchema;
  return { tool, answer, examples: { parameters, body, names: args.names } };
}

/** The operation's own name; one that nobody could write is none. */
function readId({ operationId }: OperationSource): { operationId?: string } {
  const isName = operationId !== null && operationId !== '' && operationId.length <= MAX_ID;
  return isName && !hasHidden(operationId) ? { operationId } : {};
}

/** The tags of an operation; the first is its group in the document. */
function readTags(operation: JsonObject): { tag?: string; tags?: string[] } {
  const tags = listTags(operation).map((tag) => tag.slice(0, MAX_TAG));
  const [tag] = tags;
  if (tag === undefined) return {};
  return tags.length > 1 ? { tag, tags: tags.slice(0, MAX_TAGS) } : { tag };
}

/** The tags of an operation that say something. */
export function listTags(operation: JsonObject): string[] {
  const tags = listAt(operation, 'tags').map((tag) => (typeof tag === 'string' ? tag : ''));
  return [...new Set(tags.map((tag) => toVisible(tag).trim()).filter((tag) => tag !== ''))];
}

/** Adds what the schemas say to a description that says nothing else; all of them have to be there. */
export function completeDescription(run: ImportRun, { tool, answer }: ToolDraft): void {
  const isEmpty = answer.plainMock !== null && EMPTY_STATUSES.has(answer.plainMock.status);
  const described = { description: cleanText(answer.description), isEmpty };
  tool.description = withFacts(tool, run.schemas.definitions, described);
}

/**
 * Adds example calls and the example response, as far as they match the schemas.
 *
 * @param checksAnswers false leaves the check of responses to the mock, which makes its own anyway.
 */
export function addExamples(
  run: ImportRun,
  { tool, examples, answer }: ToolDraft,
  checksAnswers: boolean,
): void {
  const { definitions } = run.schemas;
  const calls = exampleCalls(examples, tool.inputSchema, definitions);
  if (calls.length > 0) tool.examples = calls;
  const { plainMock, response } = answer;
  const { outputSchema } = tool;
  if (plainMock === null) return;
  const fits = (value: JsonValue): boolean =>
    outputSchema === undefined ||
    !checksAnswers ||
    acceptsValue(outputSchema, definitions, response.wrap ? { result: value } : value);
  const body = answer.examples.find(fits);
  if (body !== undefined) {
    tool.action.mock = { ...plainMock, body: dropHiddenIn(body) };
    return;
  }
  if (answer.examples.length > 0) {
    run.warnings.add(
      'example',
      answer.place,
      'The example answer breaks its own schema; the mock answer is made from the schema instead.',
    );
  }
  // Without an example the mock responds like this by itself.
  const expectsNothing =
    outputSchema === undefined && tool.action.method !== 'GET' && tool.action.body === undefined;
  const usualStatus = expectsNothing ? 204 : 200;
  const usualType = response.accept?.split(',')[0] ?? 'application/json';
  if (plainMock.status === usualStatus && plainMock.mediaType === usualType) return;
  if (plainMock.status !== 204 || usualStatus !== 204) tool.action.mock = plainMock;
}

function readBody(run: ImportRun, source: OperationSource): BodySource | null {
  const { pathItem, operation, method } = source;
  const body =
    run.dialect === '2.0'
      ? readSwaggerBody(run, pathItem, operation)
      : readRequestBody(run, operation);
  if (body === null || (method !== 'GET' && method !== 'HEAD')) return body;
  run.warnings.add(
    'body',
    at(operation.place, 'requestBody'),
    `A ${method} request cannot carry a body; it was left out.`,
  );
  return null;
}

/** Drops parameters that only repeat a credential: the upstream's authentication sends it. */
function withoutCredentials(
  run: ImportRun,
  { operation }: OperationSource,
  parameters: ParameterSource[],
  security: Security,
): ParameterSource[] {
  const isOwn = own(operation.value, 'security') !== undefined;
  const list = own(isOwn ? operation.value : run.root, 'security');
  if (!Array.isArray(list) || list.length === 0) return parameters;
  const place = at(isOwn ? operation.place : null, 'security');
  const ids = (security.alternatives(list, place) ?? []).flat();
  const keys = security
    .schemesOf(ids)
    .flatMap((scheme) => (scheme.kind === 'apiKey' ? [scheme] : []));
  return parameters.filter((parameter) => {
    const isKey = keys.some(
      (key) =>
        key.in === parameter.in &&
        (key.in === 'header'
          ? key.name.toLowerCase() === parameter.name.toLowerCase()
          : key.name === parameter.name),
    );
    if (!isKey) return true;
    run.warnings.add(
      'credential parameter',
      parameter.place,
      `"${toVisible(parameter.name)}" carries a credential. It is sent from the secret and is not an argument.`,
    );
    return false;
  });
}

function warnLeftOut(run: ImportRun, { operation, method }: OperationSource): void {
  const { value, place } = operation;
  for (const name of Object.keys(objectAt(value, 'callbacks') ?? {})) {
    run.warnings.add(
      'callback',
      at(place, 'callbacks', name),
      `The callback "${toVisible(name)}" is a call that the API makes; it cannot become a tool.`,
    );
  }
  if (method === 'TRACE')
    run.warnings.add('method', place, 'Most HTTP clients refuse to send TRACE.');
  for (const key of Object.keys(value)) {
    if (OPERATION_FIELDS.has(key)) continue;
    if (key.startsWith('x-'))
      run.warnings.note(
        'operation extension',
        at(place, key),
        'Extensions ("x-…") of paths and operations are not carried over.',
      );
    else
      run.warnings.add(
        'operation field',
        at(place, key),
        `"${toVisible(key).slice(0, 80)}" is not a field of an operation; it was left out.`,
      );
  }
  if (stringAt(value, 'operationId') === '')
    run.warnings.add(
      'operationId',
      at(place, 'operationId'),
      'The operationId is empty; the name is made of method and path.',
    );
}
