import { toShownText } from '#app/builder/change-set/to-shown-text.ts';
import type { ToolRun } from '#app/builder/tools/workspace-ports.ts';

import { readResultText } from './describe-run.ts';
import { toShownRequest } from './plan-real-call.ts';
import type { RealAnswer } from './real-call.ts';
import type { ToolClient } from './tool-client.ts';

/** Characters of an answer that the person is shown. */
const MAX_CHARACTERS = 10_000;

/** The outcome of a real call as the person sees it: the result, or the question at which the tool ended. */
export function toRealAnswer(
  run: ToolRun,
  { openQuestion }: ToolClient,
  canKeep: boolean,
): RealAnswer {
  const asked =
    openQuestion &&
    `The tool asked “${openQuestion.message}”, nobody answered, and it ended there.`;
  const text = asked ?? readResultText(run);
  return {
    isError: run.isError === true || asked !== null,
    text: toShownText(text.slice(0, MAX_CHARACTERS)),
    isCut: text.length > MAX_CHARACTERS,
    requests: (run.requests ?? []).map(toShownRequest),
    keeping: canKeep ? 'possible' : 'impossible',
  };
}
