import { createRequire } from 'node:module';

import type { BodyContent, HttpAction, JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { isObject, listOf, resolve, textOf } from './document-operations.ts';
import type { DocumentOperation } from './document-operations.ts';
import { SECRET } from './send-call.ts';
import { toSentRequest } from './sent-request.ts';
import type { SentRequest } from './sent-request.ts';

interface OracleRequest {
  url: string;
  method: string;
  headers: Record<string, unknown>;
  body?: unknown;
}

interface Oracle {
  buildRequest: (options: object) => OracleRequest;
}

const oracle: Oracle = createRequire(new URL('packages/', import.meta.url))('swagger-client');

/** A document and what an operation of it needs to be understood alone. */
export interface OracleQuestion {
  root: JsonObject;
  /** Where the document came from. */
  address: string;
  operation: DocumentOperation;
  action: HttpAction;
  args: JsonObject;
  hasSecrets: boolean;
}

/** The request that swagger-client builds for the same call; the text of its error if it refuses. */
export async function askOracle(question: OracleQuestion): Promise<SentRequest | string> {
  const built = build(question);
  if (typeof built === 'string') return built;
  const url = withOwnQuery(built.url, question.operation.path);
  const body = built.body instanceof File ? await built.body.bytes() : built.body;
  const headers = Object.entries(built.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  if (!(body instanceof FormData)) {
    return toSentRequest(built.method, url, headers, toBytes(body));
  }
  // What its own http() does: the platform writes the form and says the boundary.
  const written = new Response(body);
  const kept = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  const contentType = written.headers.get('content-type') ?? '';
  const bytes = new Uint8Array(await written.arrayBuffer());
  return toSentRequest(built.method, url, [...kept, ['content-type', contentType]], bytes);
}

function build(question: OracleQuestion): OracleRequest | string {
  try {
    const { requestBody, requestContentType } = bodyOf(question);
    return oracle.buildRequest({
      spec: documentOf(question),
      operationId: 'asked',
      contextUrl: question.address,
      parameters: parametersOf(question),
      ...(requestBody === undefined ? {} : { requestBody }),
      ...(requestContentType === undefined ? {} : { requestContentType }),
      ...(question.hasSecrets ? { securities: securitiesOf(question) } : {}),
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function toBytes(body: unknown): Uint8Array {
  if (body === undefined) return new Uint8Array();
  if (body instanceof Uint8Array) return body;
  // As its execute() does.
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new TextEncoder().encode(text);
}

/** The document with this operation only, its parameters and body resolved. */
function documentOf({ root, operation }: OracleQuestion): JsonObject {
  const { path, method, item, parameters, content } = operation;
  const resolved = parameters.map((parameter) => ({
    ...parameter,
    ...(parameter['schema'] === undefined ? {} : { schema: resolve(root, parameter['schema']) }),
  }));
  const { servers } = item;
  const asked: JsonObject = {
    ...operation.operation,
    operationId: 'asked',
    parameters: resolved,
    ...(content.length === 0 ? {} : { requestBody: { content: Object.fromEntries(content) } }),
    responses: Object.fromEntries(
      Object.entries(resolve(root, operation.operation['responses'])).map(([status, answer]) => [
        status,
        resolve(root, answer),
      ]),
    ),
  };
  const { components, definitions: _, paths: __, ...rest } = root;
  const schemes = isObject(components) ? components['securitySchemes'] : undefined;
  return {
    ...rest,
    ...(isObject(schemes) ? { components: { securitySchemes: resolveAll(root, schemes) } } : {}),
    paths: {
      [askedPath(path)]: { ...(servers === undefined ? {} : { servers }), [method]: asked },
    },
  };
}

/**
 * A fragment is no part of a request (RFC 3986, 3.5), and a query is none of a path: swagger-client
 * would leave a template unfilled that has either.
 */
function askedPath(path: string): string {
  const [before = '', ...behind] = path.split('#');
  const isPath = behind.some((text) => text.includes('{'));
  const whole = isPath ? path.replaceAll('#', '%23') : before;
  return whole.split('?')[0] ?? '';
}

function withOwnQuery(url: string, path: string): string {
  const own = /^[^#]*?\?([^#]*)/.exec(path)?.[1];
  if (own === undefined) return url;
  const [address = '', query] = url.split('?');
  return `${address}?${[own, query].filter(Boolean).join('&')}`;
}

function resolveAll(root: JsonObject, holder: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(holder).map(([name, value]) => [name, resolve(root, value)]),
  );
}

/** Each as `place.name`, by which swagger-client tells parameters of one name apart. */
function parametersOf({ operation, action, args }: OracleQuestion): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  const placed = new Map(
    action.parameters.map((parameter) => [keyOf(parameter.in, parameter.name), parameter.argument]),
  );
  for (const parameter of operation.parameters) {
    const place = textOf(parameter['in']);
    const key = `${place}.${textOf(parameter['name'])}`;
    const argument = placed.get(keyOf(place, textOf(parameter['name'])));
    const value = argument === undefined ? undefined : args[argument];
    if (place === 'body' && args['body'] !== undefined)
      given[key] = bodyValue(action, args, args['body']);
    else if (place === 'formData') setField(given, key, parameter, args['body']);
    else if (value !== undefined) given[key] = value;
    // We leave out what repeats a credential or what OpenAPI ignores; it may not go without.
    else if (parameter['required'] === true && argument === undefined) given[key] = SECRET;
  }
  return given;
}

function setField(
  given: Record<string, unknown>,
  key: string,
  parameter: JsonObject,
  body: JsonValue | undefined,
): void {
  const name = textOf(parameter['name']);
  const value = isObject(body) ? body[name] : undefined;
  if (value !== undefined) given[key] = toFiles(value, name);
}

function keyOf(place: string, name: string): string {
  return `${place}.${place === 'header' ? name.toLowerCase() : name}`;
}

/** A body that is no object or list has to be given as the text that is to be sent. */
function bodyValue(action: HttpAction, args: JsonObject, value: JsonValue): unknown {
  const encoding = contentOf(action, args)?.encoding;
  if (encoding === 'binary') return toFile(value) ?? value;
  return encoding === 'json' && typeof value !== 'object' ? JSON.stringify(value) : value;
}

function bodyOf({ operation, action, args }: OracleQuestion): {
  requestBody?: unknown;
  requestContentType?: string;
} {
  const value = args['body'];
  const content = contentOf(action, args);
  if (content === null || value === undefined) return {};
  const keys = operation.content.map(([mediaType]) => mediaType);
  const taken = action.body?.contents.map(({ mediaType }) => mediaType) ?? [];
  const key =
    keys.find((mediaType) => sameType(mediaType, content.mediaType)) ??
    keys.find((mediaType) => !taken.some((known) => sameType(known, mediaType)));
  const requestContentType = key ?? content.mediaType;
  switch (content.encoding) {
    case 'binary':
      return { requestBody: toFile(value) ?? value, requestContentType };
    case 'form':
    case 'multipart':
      return {
        requestBody: isObject(value) ? filesOf(value) : value,
        requestContentType,
      };
    case 'text':
      return { requestBody: value, requestContentType };
    case 'json':
      return {
        requestBody: typeof value === 'object' ? value : JSON.stringify(value),
        requestContentType,
      };
  }
}

function contentOf({ body }: HttpAction, args: JsonObject): BodyContent | null {
  const contents = body?.contents ?? [];
  const wanted = contents.find(({ mediaType }) => mediaType === args['contentType']);
  return wanted ?? contents[0] ?? null;
}

function sameType(first: string, second: string): boolean {
  const plain = (text: string) => text.trim().replace(/;$/, '').toLowerCase();
  return plain(first) === plain(second);
}

function filesOf(value: JsonObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const files = toFiles(item, name);
      // It reads each field as JSON, where it can.
      return [name, files === item ? JSON.stringify(item) : files];
    }),
  );
}

function toFiles(value: JsonValue, field: string): unknown {
  if (Array.isArray(value) && value.length > 0 && value.every((item) => isFile(item)))
    return value.map((item) => toFile(item, field));
  return toFile(value, field) ?? value;
}

function isFile(value: JsonValue): value is JsonObject {
  return isObject(value) && typeof value['data'] === 'string' && Object.keys(value).length <= 3;
}

/** A file without a name is called after its field. */
function toFile(value: JsonValue, field = ''): File | null {
  if (!isFile(value)) return null;
  const bytes = Buffer.from(textOf(value['data']), 'base64');
  const name = typeof value['name'] === 'string' ? value['name'] : field;
  const said = typeof value['mediaType'] === 'string' ? value['mediaType'] : '';
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(said) ? said : '';
  return new File([bytes], name, { type });
}

/** Those of the document as a whole have to be named to it in Swagger 2.0. */
function securitiesOf(question: OracleQuestion): JsonObject {
  return { authorized: authorized(question), specSecurity: listOf(question.root['security']) };
}

/** Credentials for the first requirement that can be met; one that asks for nothing comes last. */
function authorized({ root, operation }: OracleQuestion): JsonObject {
  const { components } = root;
  const holder = isObject(components) ? components['securitySchemes'] : root['securityDefinitions'];
  const schemes = isObject(holder) ? resolveAll(root, holder) : {};
  const stated = operation.operation['security'] ?? root['security'];
  const requirements = listOf(stated).filter(isObject);
  const met = requirements.filter((requirement) =>
    Object.keys(requirement).every((name) => canMeet(resolve(root, schemes[name]))),
  );
  const chosen = met.find((requirement) => Object.keys(requirement).length > 0) ?? {};
  return Object.fromEntries(
    Object.keys(chosen).map((name) => [name, proofFor(resolve(root, schemes[name]))]),
  );
}

function canMeet({ type, scheme }: JsonObject): boolean {
  if (type === 'http') return /^(?:basic|bearer)$/i.test(textOf(scheme));
  return ['apiKey', 'basic', 'oauth2', 'openIdConnect'].includes(textOf(type));
}

function proofFor({ type, scheme }: JsonObject): JsonValue {
  if (type === 'oauth2' || type === 'openIdConnect')
    return { token: { access_token: SECRET, token_type: 'Bearer' } };
  if (type === 'basic' || /^basic$/i.test(textOf(scheme)))
    return { username: SECRET, password: SECRET };
  return SECRET;
}
