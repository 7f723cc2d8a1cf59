import { takeTextPage } from '#app/builder/tools/reading/to-pages.ts';
import type { ToolRun } from '#app/builder/tools/workspace-ports.ts';
import type { ToolResult } from '#app/runtime/definition.ts';
import type { SentRequest } from '#app/sandbox/request-recorder.ts';

import { explainAnswers, type ToolClient } from './tool-client.ts';

/** Characters of a page of a result: the requests of its run stand beside the first one. */
const PAGE_CHARACTERS = 10_000;

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
    ...describeOutcome(run, client, given, (text) => takeResultPage(text, 1)),
    requests: requests.map(describeRequest),
    ...(leftOut > 0 ? { requestsLeftOut: leftOut } : {}),
  };
}

/** One page of the text of a result, or a problem where it has no such page. */
export function takeResultPage(text: string, number: number): object {
  const taken = takeTextPage(text, number, PAGE_CHARACTERS);
  return taken.ok ? taken.value : { problems: taken.problems };
}

/**
 * The result of a run, or what the tool asked instead, and what it told meanwhile.
 *
 * @param toShown the text of a result as far as it is told, and what says where the rest is.
 */
export function describeOutcome(
  run: ToolRun,
  { openQuestion, told }: ToolClient,
  given: number,
  toShown: (text: string) => object,
): object {
  const { progress, logs, leftOut } = told;
  return {
    ...(openQuestion === null
      ? { isError: run.isError === true, ...toShown(readResultText(run)) }
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

/** The texts of a result. */
export function readResultText({ content }: ToolResult): string {
  return content
    .map((block) => (block.type === 'text' ? block.text : `(${block.type})`))
    .join('\n');
}
