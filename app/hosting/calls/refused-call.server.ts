import type { AppContext } from '#app/platform/app-context.ts';
import { timedId } from '#app/platform/ids.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { parseMessage } from '#app/runtime/protocol/read-message.ts';

import type { ServedServer } from '#app/hosting/served-server.ts';
import { noteCall } from './call-buffer.server.ts';
import type { CallEnd } from './call-entry.ts';

/** Characters of a name that is in the log: callers may send any. */
const MAX_NAME = 100;

/** The call of a tool in a message. */
export interface ToolOfCall {
  /** Null: it names none. */
  tool: string | null;
  requestBytes: number;
}

/** The tools that a message calls, or the messages of a batch do, one for each call. */
export function readCalledTools(body: Uint8Array<ArrayBuffer>): ToolOfCall[] {
  if (body.byteLength === 0) return [];
  const parsed = parseMessage(new TextDecoder().decode(body));
  const messages: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const requestBytes = Math.ceil(body.byteLength / Math.max(1, messages.length));
  return messages.flatMap((message) => {
    if (!isJsonObject(message) || message['method'] !== 'tools/call') return [];
    const { params } = message;
    const name = isJsonObject(params) ? params['name'] : undefined;
    return [{ tool: typeof name === 'string' ? name.slice(0, MAX_NAME) : null, requestBytes }];
  });
}

/** Notes a call that no tool was run for. */
export function noteRefusedCall(
  app: AppContext,
  {
    server,
    key,
    end,
    ...called
  }: ToolOfCall & { server: ServedServer; key: string | null; end: CallEnd },
): void {
  const at = Date.now();
  const ended = { version: server.version ?? 0, end, milliseconds: 0, resultBytes: 0 };
  noteCall(app, server.id, { id: timedId(at), at, key, ...called, ...ended });
}
