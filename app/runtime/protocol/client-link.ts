import {
  inputRequired,
  TRACEPARENT_META_KEY,
  TRACESTATE_META_KEY,
} from '@modelcontextprotocol/server';
import type {
  InputRequest,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';

import { isJsonObject, parseJson } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { ClientLink, TraceContext } from '../tool-context.ts';
import { readTrace } from '../trace-context.ts';
import { abilitiesOf } from './client-abilities.ts';
import {
  elicitQuestion,
  rootsQuestion,
  sampleQuestion,
  toElicitAnswer,
  toRoots,
  toSampledText,
  urlQuestion,
} from './client-questions.ts';
import type { Serving } from './serving.ts';

/** Asks a question; resolves with the first answer that `read` accepts. */
type Ask = <Answer>(
  name: string | undefined,
  question: () => InputRequest,
  read: (answer: JsonValue) => Answer | null,
) => Promise<Answer>;

/**
 * Links running work to the calling client. Progress and log messages are sent at once. A question to the
 * user or to the client's model ends the request: the client asks, calls again with the answer, and the work
 * runs again from its start, this time past the question. Code before a question therefore runs more than
 * once. Inside a session of 2025 the same happens between us and the SDK, which asks the client meanwhile.
 */
export async function withClientLink<Result>(
  server: Server,
  context: ServerContext,
  serving: Serving,
  work: (link: ClientLink) => Promise<Result>,
): Promise<Result | InputRequiredResult> {
  const given = { ...earlierAnswers(context), ...newAnswers(context) };
  const answers: JsonObject = {};
  const questions = new Map<string, InputRequest>();
  const stopped = new AbortController();
  let markAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    markAsked = resolve;
  });
  let count = 0;
  const ask: Ask = async (name, question, read) => {
    count += 1;
    const key = name ?? `question-${count}`;
    const answer = Object.hasOwn(given, key) ? given[key] : undefined;
    const known = answer === undefined ? null : read(answer);
    if (known !== null && answer !== undefined) {
      answers[key] = answer;
      return known;
    }
    questions.set(key, question());
    markAsked();
    // Never settles: the work will run again.
    return await new Promise<never>(() => {});
  };
  const signal = AbortSignal.any([context.mcpReq.signal, stopped.signal]);
  const running = work(createLink(server, context, signal, serving, ask));
  running.catch(() => {});
  const outcome = await Promise.race([
    running.then((result) => ({ result })),
    // Deferred by one turn, so that concurrent questions are sent together.
    asked.then(() => new Promise<null>((resolve) => setTimeout(() => resolve(null), 0))),
  ]);
  if (outcome !== null) return outcome.result;
  stopped.abort();
  return inputRequired({
    inputRequests: Object.fromEntries(questions),
    requestState: await serving.state.mint(answers, context),
  });
}

function createLink(
  server: Server,
  context: ServerContext,
  signal: AbortSignal,
  { changes }: Serving,
  ask: Ask,
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
    elicit: async (message, schema, name) =>
      can.elicitation
        ? await ask(name, () => elicitQuestion(message, schema), toElicitAnswer)
        : null,
    ...(can.urls && {
      elicitUrl: (message: string, url: string, name: string) =>
        ask(name, () => urlQuestion(message, url), toElicitAnswer),
    }),
    sample: async (prompt, maxTokens, name) =>
      can.sampling ? await ask(name, () => sampleQuestion(prompt, maxTokens), toSampledText) : null,
    roots: async (name) => (can.roots ? await ask(name, rootsQuestion, toRoots) : null),
    updated: async (uri) => changes?.publish({ kind: 'resource_updated', uri }),
    trace: traceOf(context),
  };
}

/** The message takes precedence: the HTTP headers may come from a proxy. */
function traceOf({ mcpReq, http }: ServerContext): TraceContext | undefined {
  const meta = mcpReq._meta;
  const fromMessage = readTrace(meta?.[TRACEPARENT_META_KEY], meta?.[TRACESTATE_META_KEY]);
  if (fromMessage !== undefined) return fromMessage;
  const headers = http?.req?.headers;
  return readTrace(headers?.get('traceparent'), headers?.get('tracestate'));
}

/** Answers of earlier rounds; the SDK has verified our seal. */
function earlierAnswers({ mcpReq }: ServerContext): JsonObject {
  const state = mcpReq.requestState<JsonValue>();
  return isJsonObject(state) ? state : {};
}

function newAnswers({ mcpReq }: ServerContext): JsonObject {
  const answers = parseJson(JSON.stringify(mcpReq.inputResponses ?? {}));
  return isJsonObject(answers) ? answers : {};
}
