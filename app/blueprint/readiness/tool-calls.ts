import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';

import type { Facts } from './facts.ts';
import { blueprintRule, exchangeRule, notApplicable } from './rule.ts';
import type { CheckRule, CheckVerdict } from './rule.ts';

/** Maximum size of a result that fits a model's context and that clients pass on, in bytes. */
const GOOD_RESULT_BYTES = 400_000;
const DEFAULT_RESULT_BYTES = 200_000;
const NOT_CALLED =
  'No tool could be called: none is marked read-only, or no arguments could be made for one.';

/** Checks of calls: rejected with a reason, or answered with structured content and text. */
export const callRules: CheckRule[] = [
  exchangeRule({
    id: 'tools.badInput',
    title: 'Invalid arguments are named in the result',
    weight: 4,
    fix: 'Check arguments against the input schema, and answer isError with the argument’s name.',
    exchange: 'argumentsWrong',
    reason: NOT_CALLED,
    judge: ({ message }, { wrongArgument, wrongTool }) => {
      if (isJsonObject(message?.['error'])) {
        const text = `A call of ${wrongTool} got a protocol error: models do not see those.`;
        return { status: 'warn', text };
      }
      const result = message?.['result'];
      if (!isJsonObject(result) || result['isError'] !== true) {
        const text = `A call of ${wrongTool} without a valid ${wrongArgument} was not refused.`;
        return { status: 'fail', text };
      }
      const what = `The result of ${wrongTool}`;
      return hasWord(result['content'], wrongArgument ?? '')
        ? { status: 'pass', text: `${what} is marked as failed and names ${wrongArgument}.` }
        : { status: 'warn', text: `${what} does not say that ${wrongArgument} is wrong.` };
    },
  }),
  exchangeRule({
    id: 'tools.structuredContent',
    title: 'Results match their schema, and repeat it as text',
    weight: 3,
    fix: 'Answer structuredContent that the output schema accepts, and the same JSON as text.',
    exchange: 'callRight',
    reason: NOT_CALLED,
    judge: ({ message }, { calledTool }, facts) => {
      const result = message?.['result'];
      if (!isJsonObject(result)) {
        return { status: 'fail', text: `A call of ${calledTool} gave no result.` };
      }
      return judgeResult(result, calledTool ?? '', facts);
    },
  }),
  blueprintRule({
    id: 'tools.budget',
    title: 'The size of results is limited',
    weight: 2,
    fix: `Cut results at ${DEFAULT_RESULT_BYTES.toLocaleString('en')} bytes; a notice says so.`,
    judge: ({ policies }) => {
      const text = `Results are cut at ${policies.maxResultBytes.toLocaleString('en')} bytes.`;
      if (policies.maxResultBytes <= GOOD_RESULT_BYTES) return { status: 'pass', text };
      const maxResultBytes = DEFAULT_RESULT_BYTES;
      return { status: 'warn', text, edits: [{ edit: 'setPolicies', maxResultBytes }] };
    },
  }),
];

function judgeResult(result: JsonObject, name: string, { server }: Facts): CheckVerdict {
  const listed = server?.tools?.tools.find((tool) => tool['name'] === name);
  const schema = listed?.['outputSchema'];
  if (!isJsonObject(schema)) return notApplicable(`${name} has no output schema.`);
  if (result['isError'] === true) {
    return { status: 'warn', text: `A call of ${name} that should work came back as failed.` };
  }
  const structured = result['structuredContent'];
  if (structured === undefined) {
    return { status: 'fail', text: `${name} promises structured content and gave none.` };
  }
  const [error] = checkOf(schema, {}).errors(structured);
  if (error !== undefined) {
    return { status: 'fail', text: `The result of ${name} breaks its schema: ${error.error}` };
  }
  return hasMirror(result['content'], structured)
    ? { status: 'pass', text: `${name} gave what its schema says, and the same as text.` }
    : { status: 'warn', text: `${name} gave structured content without the same as text.` };
}

/** Whether the text that the model reads contains this word; `id` is not found in `invalid`. */
function hasWord(content: JsonValue | undefined, word: string): boolean {
  if (word === '' || !Array.isArray(content)) return false;
  const plain = word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_])${plain}(?![\\p{L}\\p{N}_])`, 'u');
  return content.some((block) => {
    const text = isJsonObject(block) ? block['text'] : undefined;
    return typeof text === 'string' && whole.test(text);
  });
}

/** Clients of 2025 and before read only the text. */
function hasMirror(content: JsonValue | undefined, structured: JsonValue): boolean {
  if (!Array.isArray(content)) return false;
  const wanted = JSON.stringify(structured);
  return content.some((block) => {
    const text = isJsonObject(block) ? block['text'] : undefined;
    if (typeof text !== 'string') return false;
    try {
      return JSON.stringify(JSON.parse(text)) === wanted;
    } catch {
      return false;
    }
  });
}
