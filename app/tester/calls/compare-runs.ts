import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject, parseJson } from '#app/runtime/json.ts';
import { describeRequestProblem } from '#app/tester/connected/describe-request-problem.ts';

import type { CheckedRun } from './run-call.ts';

/** How the runs of one call on two servers, or at two times, compare. */
export interface RunComparison {
  verdict: 'same' | 'different' | 'only-first' | 'only-second';
  /** Both outcomes as text, line by line, regardless of the order of their properties. */
  first: string;
  second: string;
}

/** Compares two runs of a call; null where one of them is missing. */
export function compareRuns(
  first: CheckedRun | undefined,
  second: CheckedRun | undefined,
): RunComparison | null {
  if (first === undefined || second === undefined) return null;
  const texts = { first: toComparedText(first), second: toComparedText(second) };
  if (first.isPassed !== second.isPassed) {
    return { verdict: first.isPassed ? 'only-first' : 'only-second', ...texts };
  }
  return { verdict: texts.first === texts.second ? 'same' : 'different', ...texts };
}

/** Of the answer, and not of what the tool brought; the eras differ in it. */
const ABOUT_THE_ANSWER = new Set(['_meta', 'resultType', 'ttlMs', 'cacheScope']);

/** The result without its metadata, which may name the request; or why there is none. */
function toComparedText({ outcome }: CheckedRun): string {
  if (!outcome.ok) return describeRequestProblem(outcome);
  const result = Object.fromEntries(
    Object.entries(outcome.value).filter(([name]) => !ABOUT_THE_ANSWER.has(name)),
  );
  return JSON.stringify(sortProperties(withParsedText(result)), null, 2);
}

/** A text that is JSON is compared by its values. */
function withParsedText(result: JsonObject): JsonObject {
  const { content } = result;
  if (!Array.isArray(content)) return result;
  return {
    ...result,
    content: content.map((block) => {
      if (!isJsonObject(block) || typeof block['text'] !== 'string') return block;
      try {
        const value = parseJson(block['text']);
        return typeof value === 'object' && value !== null ? { ...block, text: value } : block;
      } catch {
        return block;
      }
    }),
  };
}

function sortProperties(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortProperties);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sortProperties(item)]));
}
