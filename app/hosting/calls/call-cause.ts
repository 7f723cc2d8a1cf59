import { redactText } from '#app/platform/redact.ts';
import { DIFFERS } from '#app/runtime/tools/schema-note.ts';
import type { UpstreamFailureReason } from '#app/runtime/definition.ts';
import type { JsonValue } from '#app/runtime/json.ts';

import type { CallEnd } from './call-entry.ts';
import type { CallFacts } from './call-outcome.ts';

/** Characters of a cause. */
const MAX_LENGTH = 240;
/** Shorter texts of arguments tell nothing, and are parts of words. */
const MIN_BLANKED = 3;
/** Problems of arguments that a cause names. */
const MAX_PROBLEMS = 3;

const UNSENT: Record<UpstreamFailureReason, string> = {
  unknownUpstream: 'The API is not one of the server’s',
  refused: 'The request was not allowed to leave',
  secretMissing: 'A secret is not set',
  authFailed: 'Signing in to the API failed',
  timeout: 'The API did not answer in time',
  cancelled: 'The call was cancelled',
  unreachable: 'The API could not be reached',
  brokenOff: 'The API’s answer broke off',
  heldBack: 'The API had failed too often, so no request was sent',
  busy: 'Too many requests to the API were running',
  redirected: 'The API sent the request to another address',
  tooLarge: 'The API’s answer is larger than the server takes',
  rateLimited: 'The API is asked too often',
};

/** Limits what the cause of a call may hold. */
interface CauseTerms {
  /** Arguments of the call, whose texts are blanked. */
  sent: JsonValue;
  /** The owner has arguments kept, and so what code says about them. */
  isKept: boolean;
}

/** Status of the last answer of the API; null: there was none. */
export function statusOfCall({ last }: Pick<CallFacts, 'last'>): number | null {
  return last?.ok ? last.response.status : null;
}

/**
 * Why a call failed, in words that are the same for all calls that failed for the same reason, and that hold
 * nothing which was sent or answered; null: it did not fail, or its end says it all.
 */
export function causeOfCall(
  end: CallEnd,
  { result, last, isCode }: Pick<CallFacts, 'result' | 'last' | 'isCode'>,
  { sent, isKept }: CauseTerms,
): string | null {
  const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  switch (end) {
    case 'argumentRefused':
      return cut(toProblems(texts[0] ?? '', sent));
    case 'upstreamStatus':
      return `The API answered ${last?.ok ? last.response.status : 'an error'}`;
    case 'upstreamFailed':
      return last?.ok === false ? UNSENT[last.reason] : UNSENT.unreachable;
    case 'timeOut':
      return last?.ok === false ? UNSENT.timeout : 'The tool did not finish in time';
    case 'answerTooLarge':
      return last?.ok === false ? UNSENT.tooLarge : 'The result is larger than the limit';
    case 'outputBroken':
      return cut(toDifference(texts.at(-1) ?? ''));
    case 'toolFailed':
      // Code words its errors as it likes, perhaps with what it was sent or answered.
      if (isCode && !isKept) return 'The tool’s code reported an error';
      return cut(toPattern(withoutSent(texts[0] ?? '', sent)));
    default:
      return null;
  }
}

/** The arguments that were refused, and why, without the values that were given. */
function toProblems(text: string, sent: JsonValue): string {
  const lines = text.split('\n').filter((line) => line.startsWith('- '));
  const problems = lines.map((line) => withoutUnknown(withoutValue(line.slice(2))));
  if (problems.length === 0) return toPattern(withoutSent(text, sent));
  return [...new Set(problems)].toSorted().slice(0, MAX_PROBLEMS).join('; ');
}

/** A problem without the name of an argument that the caller made up. */
function withoutUnknown(problem: string): string {
  return problem.endsWith(' is unknown') ? 'an argument is unknown' : problem;
}

function toDifference(text: string): string {
  const start = text.indexOf(DIFFERS);
  const why = start === -1 ? '' : text.slice(start + DIFFERS.length).replace(/^: /, '');
  return withoutValue(why.replace(/\.$/, ''));
}

/** A problem of a value as the validator words it: that value is what follows "not". */
function withoutValue(problem: string): string {
  return (
    redactText(problem)
      .replace(/, not [^]*$/, '')
      .replace(/[,;] did you mean [^]*$/, '')
      .replace(/\[\d+\]/g, '[]')
      // A name that is none of an argument, which a caller made up.
      .replace(/\['(?:[^'\\]|\\.)*'\]/g, '[…]')
      .replace(/; known are [^]*$/, '')
      .replace(/^\$\.(?=\w)/, '')
      // A cause may list several of them.
      .replace(/[\s.;]+$/, '')
      .trim()
  );
}

/** The first line of a message without the texts that were sent. */
function withoutSent(text: string, sent: JsonValue): string {
  const [line = ''] = text.split('\n');
  const texts = textsOf(sent).toSorted((a, b) => b.length - a.length);
  return texts.reduce((rest, each) => rest.replaceAll(each, '…'), line);
}

function textsOf(value: JsonValue): string[] {
  if (typeof value === 'string') return value.length < MIN_BLANKED ? [] : [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

/** The first line of a message, with a placeholder for each number, quotation, address and id. */
function toPattern(text: string): string {
  const [line = ''] = text.split('\n');
  return redactText(line)
    .replace(/https?:\/\/\S+/g, '…')
    .replace(/"[^"]*"?|“[^”]*”?|`[^`]*`?/g, '…')
    .replace(/(?<![^\s(=:[])'[^']*'/g, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/\b(?=[\w-]*\d)[\w-]{8,}\b/g, '…')
    .replace(/\d+(?:\.\d+)*/g, '#')
    .trim();
}

function cut(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).toWellFormed()}…` : text;
}
