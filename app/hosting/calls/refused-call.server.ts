import type { AppContext } from '#app/platform/app-context.ts';
import { timedId } from '#app/platform/ids.ts';
import { isJsonObject, type JsonObject } from '#app/runtime/json.ts';
import { findResource } from '#app/runtime/protocol/find-resource.ts';
import type { ServedDefinition } from '#app/runtime/served-definition.ts';

import type { McpBody } from '#app/hosting/read-mcp-body.server.ts';
import type { ServedServer } from '#app/hosting/served-server.ts';
import { noteCall } from './call-buffer.server.ts';
import { UNKNOWN_FACTS, type CallEnd } from './call-entry.ts';
import type { RecordedCaller } from './recorded-runner.server.ts';

/** Characters of a name that is in the log: callers may send any. */
const MAX_NAME = 100;

/** The call of a tool in a message. */
export interface ToolOfCall {
  /** Null: it names none. */
  tool: string | null;
  requestBytes: number;
}

/**
 * The tools that a message runs, or the messages of a batch do, one for each: by calling them, or by a resource or
 * a prompt that is made by one.
 */
export function readCalledTools(
  { bytes, message: read }: McpBody,
  served: ServedDefinition,
): ToolOfCall[] {
  const messages: unknown[] = Array.isArray(read) ? read : [read];
  const requestBytes = Math.ceil(bytes.byteLength / Math.max(1, messages.length));
  return messages.flatMap((message) => {
    if (!isJsonObject(message)) return [];
    const params = isJsonObject(message['params']) ? message['params'] : {};
    const tool = findRunTool(message['method'], params, served);
    return tool === undefined ? [] : [{ tool: tool?.slice(0, MAX_NAME) ?? null, requestBytes }];
  });
}

/** The name of the tool that a request runs; null: it names none, undefined: it runs none. */
function findRunTool(
  method: unknown,
  { name, uri }: JsonObject,
  { resources, prompts }: ServedDefinition,
): string | null | undefined {
  switch (method) {
    case 'tools/call':
      return typeof name === 'string' ? name : null;
    case 'prompts/get':
      return prompts.find((prompt) => prompt.name === name)?.tool;
    case 'resources/read': {
      const found = typeof uri === 'string' ? findResource(resources, uri) : null;
      return found?.resource.content.kind === 'tool' ? found.resource.content.tool : undefined;
    }
    default:
      return undefined;
  }
}

/** A call that no tool was run for. */
interface RefusedCall extends ToolOfCall, RecordedCaller {
  server: ServedServer;
  end: CallEnd;
}

/** Notes a call that no tool was run for. */
export function noteRefusedCall(
  app: AppContext,
  { server, app: name, ...call }: RefusedCall,
): void {
  const at = Date.now();
  const ended = { version: server.version ?? 0, milliseconds: 0, resultBytes: 0 };
  const facts = { ...UNKNOWN_FACTS, request: app.requestId, app: name };
  noteCall(app, server.id, { id: timedId(at), at, ...call, ...ended, ...facts });
}
