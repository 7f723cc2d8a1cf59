import { toShownText } from '#app/builder/change-set/to-shown-text.ts';
import type { ToolRun } from '#app/builder/tools/workspace-ports.ts';

import { readResult } from './describe-run.ts';
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
  const { isError, text, isCut } = readResult(run, MAX_CHARACTERS);
  return {
    isError: isError || asked !== null,
    text: toShownText(asked ?? text),
    isCut,
    requests: (run.requests ?? []).map(toShownRequest),
    keeping: canKeep ? 'possible' : 'impossible',
  };
}
