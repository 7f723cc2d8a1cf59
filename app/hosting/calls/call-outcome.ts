import type { ToolResult, UpstreamFetch, UpstreamOutcome } from '#app/runtime/definition.ts';
import { DIFFERS } from '#app/runtime/tools/schema-note.ts';
import { RESULT_TOO_LARGE } from '#app/sandbox/tool-result.ts';
import type { RequestRecorder } from '#app/sandbox/request-recorder.ts';

import type { CallEnd } from './call-entry.ts';

const ERROR_STATUS = 400;

/** Sees how the last request of a tool ended, and keeps nothing else of it. */
export interface OutcomeWatch extends RequestRecorder {
  last: () => UpstreamOutcome | null;
}

export function createOutcomeWatch(): OutcomeWatch {
  let last: UpstreamOutcome | null = null;
  const wrap =
    (send: UpstreamFetch): UpstreamFetch =>
    async (...call) => {
      const outcome = await send(...call);
      last = outcome;
      return outcome;
    };
  return { wrap, requests: [], countLeftOut: () => 0, last: () => last };
}

/** The facts that tell how a call ended. */
export interface CallFacts {
  result: Pick<ToolResult, 'isError' | 'content'>;
  /** Outcome of its last request; null: it sent none. */
  last: UpstreamOutcome | null;
  /** Its client went away or cancelled it. */
  isStopped: boolean;
  /** The tool is one of the server's own. */
  isKnown: boolean;
  /** Its action is code, which fails in ways of its own. */
  isCode: boolean;
}

/** How a call ended, for its log. */
export function endOfCall({ result, last, isStopped, isKnown, isCode }: CallFacts): CallEnd {
  if (!isKnown) return 'toolNotFound';
  if (isStopped) return 'cancelled';
  if (result.isError !== true) return 'ok';
  if (isOverDeadline(result)) return 'timeOut';
  if (isTooLarge(result)) return 'answerTooLarge';
  if (isBroken(result)) return 'outputBroken';
  if (last === null) return isCode ? 'toolFailed' : 'argumentRefused';
  if (last.ok) return last.response.status >= ERROR_STATUS ? 'upstreamStatus' : 'toolFailed';
  switch (last.reason) {
    case 'timeout':
      return 'timeOut';
    case 'tooLarge':
      return 'answerTooLarge';
    case 'cancelled':
      return 'cancelled';
    default:
      return 'upstreamFailed';
  }
}

/** The text of `callTool` for a tool that took too long. */
function isOverDeadline(result: CallFacts['result']): boolean {
  return /^The tool did not finish within \d+ s\./.test(firstText(result));
}

/** The text of `checkResult` for a result that is larger than any cut would make it. */
function isTooLarge(result: CallFacts['result']): boolean {
  return firstText(result).startsWith(RESULT_TOO_LARGE);
}

/** The note of `runTool` at the end of an answer that its own schema refuses. */
function isBroken({ content }: CallFacts['result']): boolean {
  const last = content.at(-1);
  return last?.type === 'text' && last.text.startsWith('Note: ') && last.text.includes(DIFFERS);
}

function firstText({ content: [first] }: CallFacts['result']): string {
  return first?.type === 'text' ? first.text : '';
}
