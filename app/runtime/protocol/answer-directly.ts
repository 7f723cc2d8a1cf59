import { ProtocolErrorCode, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';

import type { JsonObject } from '../json.ts';
import type { ServedDefinition } from '../served-definition.ts';
import type { ClientLink } from '../tool-context.ts';
import { readDirectCall } from './direct-call.ts';
import type { DirectCall } from './direct-call.ts';
import { EventAnswer } from './event-answer.ts';
import { mayAsk } from './needs-session.ts';
import { QUIET_CLIENT } from './quiet-client.ts';
import type { Serving } from './serving.ts';

/** Answers a message that is nothing out of the ordinary; null for all others. */
export type DirectAnswers = (request: Request, message: unknown) => Promise<Response> | null;

/**
 * Answers everyday tool calls without an SDK server, which takes longer to make than such a call
 * takes to run. What they say is what the SDK's would say.
 *
 * @param headers what every answer carries
 */
export function createDirectAnswers(
  served: ServedDefinition,
  serving: Serving,
  headers: (request: Request) => { [name: string]: string },
  onError?: (error: Error) => void,
): DirectAnswers {
  const { instructions: _, ...serverInfo } = served.identity;
  const names = new Set(
    served.tools.filter(({ requires }) => requires === undefined).map(({ name }) => name),
  );
  const asks = mayAsk(served);

  /** The JSON-RPC message that ends the call. */
  async function run(call: DirectCall, link: ClientLink): Promise<object> {
    const { id, name, isModern } = call;
    try {
      const result = await serving.runTool({ name, arguments: call.arguments }, link);
      if (!isModern) return { result, jsonrpc: '2.0', id };
      const _meta = { ...result._meta, [SERVER_INFO_META_KEY]: serverInfo };
      return { result: { ...result, resultType: 'complete', _meta }, jsonrpc: '2.0', id };
    } catch (error) {
      onError?.(error instanceof Error ? error : new Error(String(error)));
      const message = `The tool ${name} could not be run.`;
      return { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InternalError, message } };
    }
  }

  return (request, message) => {
    const call = readDirectCall(request.headers, message);
    if (call === null || !names.has(call.name) || (asks && call.canAnswer)) return null;
    const link: ClientLink = {
      ...QUIET_CLIENT,
      signal: request.signal,
      trace: call.trace,
      updated: async (uri) => serving.changes?.publish({ kind: 'resource_updated', uri }),
    };
    const logs = served.logs === true && !call.isModern;
    if (call.progressToken === undefined && !logs) {
      return run(call, link).then((answer) => toJson(answer, headers(request)));
    }
    const events = new EventAnswer();
    const heard = { ...link, ...notifying(events, call, logs) };
    return answerAloud(events, run(call, heard), headers(request));
  };
}

/** What of a link is told at once. */
function notifying(
  events: EventAnswer,
  { progressToken }: DirectCall,
  logs: boolean,
): Partial<ClientLink> {
  const notify = (method: string, params: JsonObject) =>
    events.send({ jsonrpc: '2.0', method, params });
  return {
    ...(progressToken === undefined
      ? {}
      : {
          progress: async (progress, total, message) =>
            notify('notifications/progress', {
              progressToken,
              progress,
              ...(total === undefined ? {} : { total }),
              ...(message === undefined ? {} : { message }),
            }),
        }),
    ...(logs
      ? {
          log: async (level, message, fields) =>
            notify('notifications/message', {
              level,
              data: fields === undefined ? message : { message, ...fields },
            }),
        }
      : {}),
  };
}

/** JSON, or an event stream where something was said before the end. */
async function answerAloud(
  events: EventAnswer,
  running: Promise<object>,
  headers: { [name: string]: string },
): Promise<Response> {
  const first = await Promise.race([running, events.opened]);
  if (!(first instanceof ReadableStream)) {
    events.end(first);
    return toJson(first, headers);
  }
  void running.then((answer) => events.end(answer));
  return new Response(first, {
    headers: { ...headers, 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' },
  });
}

function toJson(answer: object, headers: { [name: string]: string }): Response {
  return new Response(JSON.stringify(answer), {
    headers: { ...headers, 'Content-Type': 'application/json' },
  });
}
