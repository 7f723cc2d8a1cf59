import type { ToolRun } from '#app/builder/tools/workspace-ports.ts';
import type { ToolResult } from '#app/runtime/definition.ts';
import type { SentRequest } from '#app/sandbox/request-recorder.ts';

import { explainAnswers, type ToolClient } from './tool-client.ts';

/** Characters of a result that a model gets. */
const MAX_CHARACTERS = 10_000;

/** Sources of the mock's answers, for a model. */
const MOCK_SOURCES: Record<NonNullable<SentRequest['mock']>, string> = {
  set: 'set_mock',
  example: 'example of the document',
  schema: 'output schema',
  guess: 'guess: neither an answer nor an output schema is known',
  none: 'nothing: unknown operation',
};

/** A run as a model gets it: the result, or what the tool asked instead; its requests and messages. */
export function describeRun(run: ToolRun, client: ToolClient, given: number): object {
  const { requests = [], leftOut = 0 } = run;
  return {
    ...describeOutcome(run, client, given, MAX_CHARACTERS),
    requests: requests.map(describeRequest),
    ...(leftOut > 0 ? { requestsLeftOut: leftOut } : {}),
  };
}

/** The result of a run, or what the tool asked instead, and what it told meanwhile. */
export function describeOutcome(
  run: ToolRun,
  { openQuestion, told }: ToolClient,
  given: number,
  maxCharacters: number,
): object {
  const { progress, logs, leftOut } = told;
  return {
    ...(openQuestion === null
      ? readResult(run, maxCharacters)
      : { isError: false, asked: openQuestion, toAnswer: explainAnswers(openQuestion, given) }),
    ...(progress.length > 0 ? { progress } : {}),
    ...(logs.length > 0 ? { logs } : {}),
    ...(leftOut > 0 ? { messagesLeftOut: leftOut } : {}),
  };
}

/** A request as a model gets it. */
function describeRequest({ method, url, status, mock, problem, ...sent }: SentRequest): object {
  return {
    request: `${method} ${url}`,
    ...sent,
    ...(problem === undefined ? { status } : { problem }),
    ...(mock === undefined ? {} : { answeredBy: MOCK_SOURCES[mock] }),
  };
}

/** The texts of a result, and no more of them than can be read. */
export function readResult(
  { content, isError }: ToolResult,
  maxCharacters: number,
): { isError: boolean; text: string; isCut: boolean } {
  const text = content
    .map((block) => (block.type === 'text' ? block.text : `(${block.type})`))
    .join('\n');
  return {
    isError: isError === true,
    text: text.slice(0, maxCharacters),
    isCut: text.length > maxCharacters,
  };
}
