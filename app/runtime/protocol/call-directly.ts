import type { JsonObject } from '../json.ts';
import type { ServedDefinition } from '../served-definition.ts';
import type { ClientLink } from '../tool-context.ts';
import { readDirectCall } from './direct-call.ts';
import type { DirectCall } from './direct-call.ts';
import { toJson } from './direct-message.ts';
import type { DirectAnswer, ToMessage } from './direct-message.ts';
import type { DirectRequest } from './direct-request.ts';
import { EventAnswer } from './event-answer.ts';
import { mayAsk } from './may-ask.ts';
import { QUIET_CLIENT } from './quiet-client.ts';
import type { Serving } from './serving.ts';
import { INTERNAL_ERROR } from './wire-names.ts';

/** Answers ordinary `tools/call`s: as JSON, or as an event stream if the tool sends notifications. */
export function createCallAnswer(
  served: ServedDefinition,
  serving: Serving,
  toMessage: ToMessage,
  headers: (request: Request) => { [name: string]: string },
  onError?: (error: Error) => void,
): DirectAnswer {
  const names = new Set(
    served.tools.filter(({ requires }) => requires === undefined).map(({ name }) => name),
  );
  const asks = mayAsk(served);

  /** Final JSON-RPC message of the call. */
  async function run(request: DirectRequest, call: DirectCall, link: ClientLink): Promise<object> {
    const { name } = call;
    try {
      const result = await serving.runTool({ name, arguments: call.arguments }, link);
      return toMessage(request, result, result._meta);
    } catch (error) {
      onError?.(error instanceof Error ? error : new Error(String(error)));
      const message = `The tool ${name} could not be run.`;
      return { jsonrpc: '2.0', id: request.id, error: { code: INTERNAL_ERROR, message } };
    }
  }

  return (http, request) => {
    const call = readDirectCall(http.headers, request);
    if (call === null || !names.has(call.name) || (asks && call.canAnswer)) return null;
    const link: ClientLink = {
      ...QUIET_CLIENT,
      signal: http.signal,
      trace: call.trace,
      updated: async (uri) => serving.changes?.publish({ kind: 'resource_updated', uri }),
    };
    const logs = served.logs === true && !request.isModern;
    if (request.progressToken === undefined && !logs) {
      return run(request, call, link).then((answer) => toJson(answer, headers(http)));
    }
    const left = new AbortController();
    const events = new EventAnswer(() => left.abort());
    const signal = AbortSignal.any([http.signal, left.signal]);
    const notifyingLink = { ...link, signal, ...notifying(events, request, logs) };
    return answerWithNotifications(events, run(request, call, notifyingLink), headers(http));
  };
}

/** The parts of a client link that send notifications at once. */
function notifying(
  events: EventAnswer,
  { progressToken }: DirectRequest,
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

/** JSON, or an event stream if there were notifications before the end. */
async function answerWithNotifications(
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
