import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { toHeaderText } from './param-headers.ts';

/** Members of `_meta` in the era without sessions. */
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';
const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';

export const MODERN_REVISION = '2026-07-28';

/** The client, as it introduces itself. */
export interface Introduction {
  clientInfo: JsonObject;
  capabilities: JsonObject;
}

/** The parameters with the `_meta` that each request of the modern era needs; what the caller says itself stays. */
export function withEnvelope(
  params: JsonObject,
  { clientInfo, capabilities }: Introduction,
  logLevel: string | null,
  revision: string = MODERN_REVISION,
): JsonObject {
  const given = isJsonObject(params['_meta']) ? params['_meta'] : {};
  const _meta = {
    [VERSION_KEY]: revision,
    [CLIENT_KEY]: clientInfo,
    [CAPABILITIES_KEY]: capabilities,
    ...(logLevel === null ? {} : { [LOG_LEVEL_KEY]: logLevel }),
    ...given,
  };
  return { ...params, _meta };
}

/** The parameter that `Mcp-Name` repeats, by method. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** Headers that repeat what the body of a modern message says; none for a message of the older era. */
export function headersOfBody(message: JsonObject): Record<string, string> {
  const { method, params } = message;
  const meta = isJsonObject(params) && isJsonObject(params['_meta']) ? params['_meta'] : {};
  const revision = meta[VERSION_KEY];
  if (typeof method !== 'string' || typeof revision !== 'string') return {};
  const field = Object.hasOwn(NAMED_BY, method) ? NAMED_BY[method] : undefined;
  const name = field !== undefined && isJsonObject(params) ? params[field] : undefined;
  return {
    'mcp-protocol-version': revision,
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': toHeaderText(name) } : {}),
  };
}
