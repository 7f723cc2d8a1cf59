import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import type {
  InputRequest,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';

import { isJsonObject } from './json.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { ClientLink, ElicitAnswer } from './tool-context.ts';

/** Answers of the client so far, by the order of the questions. */
type Answers = { [key: string]: JsonValue };

/**
 * Gives work a link to the client that called. Progress and log messages go out at once. A question
 * to the user or to the client's model ends the request: the client asks, calls again with the
 * answer, and the work runs once more from its start, this time past the question. What it does
 * before a question it therefore does more than once.
 */
export async function withClientLink<Result>(
  server: Server,
  context: ServerContext,
  work: (link: ClientLink) => Promise<Result>,
): Promise<Result | InputRequiredResult> {
  const answers = { ...earlierAnswers(context), ...newAnswers(context) };
  const questions = new Map<string, InputRequest>();
  const stopped = new AbortController();
  let markAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    markAsked = resolve;
  });
  let count = 0;
  const ask = async (question: InputRequest): Promise<JsonValue> => {
    count += 1;
    const key = `question-${count}`;
    const answer = answers[key];
    if (answer !== undefined) return answer;
    questions.set(key, question);
    markAsked();
    // The work never hears back: it will be run again.
    return await new Promise<never>(() => {});
  };
  const link = createLink(
    server,
    context,
    AbortSignal.any([context.mcpReq.signal, stopped.signal]),
    ask,
  );
  const running = work(link);
  running.catch(() => {});
  const outcome = await Promise.race([
    running.then((result) => ({ result })),
    // One turn later, so that questions asked side by side travel together.
    asked.then(() => new Promise<null>((resolve) => setTimeout(() => resolve(null), 0))),
  ]);
  if (outcome !== null) return outcome.result;
  stopped.abort();
  return inputRequired({
    inputRequests: Object.fromEntries(questions),
    requestState: JSON.stringify(answers),
  });
}

function createLink(
  server: Server,
  context: ServerContext,
  signal: AbortSignal,
  ask: (question: InputRequest) => Promise<JsonValue>,
): ClientLink {
  const { mcpReq } = context;
  const can = abilitiesOf(server, context);
  return {
    signal,
    progress: async (progress, total, message) => {
      const progressToken = mcpReq._meta?.progressToken;
      if (progressToken === undefined || signal.aborted) return;
      const params = { progressToken, progress, total, message };
      await mcpReq.notify({ method: 'notifications/progress', params });
    },
    log: async (level, message, fields) => {
      if (!signal.aborted)
        await mcpReq.log(level, fields === undefined ? message : { message, ...fields });
    },
    elicit: async (message, schema) => {
      if (!can.fillForms) return null;
      return toElicitAnswer(await ask(elicitQuestion(message, schema)));
    },
    sample: async (prompt, maxTokens) => {
      if (!can.sample) return null;
      const messages = [
        { role: 'user' as const, content: { type: 'text' as const, text: prompt } },
      ];
      return toSampledText(await ask(inputRequired.createMessage({ messages, maxTokens })));
    },
  };
}

/** Today each request says what its client can; before, the handshake did. */
function abilitiesOf(server: Server, { mcpReq }: ServerContext) {
  const envelope: { [key: string]: unknown } = mcpReq.envelope ?? {};
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  const { elicitation, sampling } = isJsonObject(declared) ? declared : {};
  return {
    // A client that names no mode can show forms; that is how it was before there were modes.
    fillForms: isJsonObject(elicitation) && ('form' in elicitation || !('url' in elicitation)),
    sample: sampling !== undefined,
  };
}

function elicitQuestion(message: string, schema: JsonObject): InputRequest {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  return {
    method: 'elicitation/create',
    params: { message, requestedSchema: { ...schema, type: 'object', properties } },
  } as InputRequest;
}

function toElicitAnswer(answer: JsonValue): ElicitAnswer | null {
  const view = inputResponse({ answer }, 'answer');
  if (view.kind !== 'elicit') return null;
  const content = isJsonObject(answer) ? answer['content'] : undefined;
  return { action: view.action, ...(isJsonObject(content) ? { content } : {}) };
}

function toSampledText(answer: JsonValue): string | null {
  const view = inputResponse({ answer }, 'answer');
  if (view.kind !== 'sampling') return null;
  const blocks = [view.result.content].flat();
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.join('\n');
}

/**
 * Answers of earlier rounds come back through the client unsealed. That is safe: they are nothing
 * but what the same client answered, and count for no more than that.
 */
function earlierAnswers({ mcpReq }: ServerContext): Answers {
  const state = mcpReq.requestState<string>();
  try {
    const answers: JsonValue = typeof state === 'string' ? JSON.parse(state) : {};
    return isJsonObject(answers) ? answers : {};
  } catch {
    return {};
  }
}

function newAnswers({ mcpReq }: ServerContext): Answers {
  const answers: JsonValue = JSON.parse(JSON.stringify(mcpReq.inputResponses ?? {}));
  return isJsonObject(answers) ? answers : {};
}
