import type { ListedTool } from '../listing/tool-listing.ts';
import type { ServedDefinition } from '../served-definition.ts';
import { createCallAnswer } from './call-directly.ts';
import { createMessages, toJson } from './direct-message.ts';
import type { DirectAnswer, ToMessage } from './direct-message.ts';
import { readDirectRequest } from './direct-request.ts';
import { LIST_LIFE } from './list-life.ts';
import { listTools } from './list-tools.ts';
import type { Page } from './pages.ts';
import type { Serving } from './serving.ts';

/** Answers an ordinary message; null for all others. */
export type DirectAnswers = (
  request: Request,
  message: unknown,
) => Promise<Response> | Response | null;

/**
 * Answers ordinary tool calls and lists of tools without an SDK server, which takes longer to create than
 * such a call takes to run. The responses equal the SDK's.
 *
 * @param headers headers of every response
 */
export function createDirectAnswers(
  served: ServedDefinition,
  serving: Serving,
  headers: (request: Request) => { [name: string]: string },
  onError?: (error: Error) => void,
): DirectAnswers {
  const toMessage = createMessages(served);
  const answerCall = createCallAnswer(served, serving, toMessage, headers, onError);
  const answerList = createListAnswer(served, toMessage, headers);
  return (http, message) => {
    const request = readDirectRequest(http.headers, message);
    if (request === null) return null;
    return request.method === 'tools/list' ? answerList(http, request) : answerCall(http, request);
  };
}

/** Answers `tools/list`, page by page. */
function createListAnswer(
  served: ServedDefinition,
  toMessage: ToMessage,
  headers: (request: Request) => { [name: string]: string },
): DirectAnswer {
  return (http, request) => {
    const { cursor } = request.params;
    if (cursor !== undefined && typeof cursor !== 'string') return null;
    const page = readPage(served, cursor);
    if (page === null) return null;
    const { items, ...next } = page;
    const life = request.isModern ? LIST_LIFE : {};
    return toJson(toMessage(request, { tools: items, ...next, ...life }), headers(http));
  };
}

/** Null also for a list that cannot be made, which the SDK path then reports. */
function readPage(served: ServedDefinition, cursor: string | undefined): Page<ListedTool> | null {
  if (served.tools.length === 0) return null;
  try {
    return listTools(served).at(cursor);
  } catch {
    return null;
  }
}
