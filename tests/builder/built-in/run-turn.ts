import { nextStep } from '#app/builder/built-in/next-step.ts';
import type { Call, DraftFacts, FinishedCall, PastTurn } from '#app/builder/built-in/turn.ts';

import { ACME } from './acme-draft.ts';

/** What the builder tools answer in a turn, by the name of the tool. */
export type Answers = Record<string, unknown>;

/** A turn from its first step to its summary. */
export interface PlayedTurn {
  /** All calls in order. */
  calls: Call[];
  /** The calls, step by step. */
  steps: Call[][];
  /** What is said in each step; the summary is the last. */
  said: string[];
  summary: string;
  /** The calls with their answers. */
  results: FinishedCall[];
}

const ANSWERS: Answers = {
  run_checks: { score: 100, fails: [], warns: [] },
  ask_user: { shown: true },
  propose_plan: { shown: true },
  import_document: { tools: 1, added: ['get_thing'], warnings: [] },
  run_tool: { isError: false, text: 'fine' },
  fix_findings: { fixed: ['A title'], left: [] },
};

/** Plays a turn: every call is answered, until no call is left. What was said earlier is played first. */
export function runTurn(
  text: string,
  given: { earlier?: string[]; draft?: DraftFacts; answers?: Answers } = {},
): PlayedTurn {
  const { earlier = [], draft = ACME, answers = {} } = given;
  const past: PastTurn[] = [];
  for (const before of earlier) {
    past.push({ text: before, calls: playTurn(before, past, { draft, answers }).results });
  }
  return playTurn(text, past, { draft, answers });
}

function playTurn(
  text: string,
  past: PastTurn[],
  { draft, answers }: { draft: DraftFacts; answers: Answers },
): PlayedTurn {
  const results: FinishedCall[] = [];
  const steps: Call[][] = [];
  const said: string[] = [];
  for (let round = 0; round < 60; round += 1) {
    const step = nextStep({ text, past: [...past], results });
    said.push(step.say);
    if (step.calls.length === 0) {
      const summary = step.say || (said.findLast(Boolean) ?? '');
      return { calls: steps.flat(), steps, said, summary, results };
    }
    steps.push(step.calls);
    for (const { tool, input } of step.calls) {
      const usual = { changed: [`${tool} was done.`], problems: [] };
      const known: Answers = { ...ANSWERS, read_blueprint: draft, ...answers };
      const output = Object.hasOwn(known, tool) ? known[tool] : usual;
      results.push({ tool, input, output });
    }
  }
  throw new Error(`The turn does not end: ${text}`);
}

const AROUND = new Set(['read_blueprint', 'run_checks', 'propose_plan']);

/** What a message does, without the look at the draft, the check afterwards and the question after a miss. */
export function callsOf(text: string, earlier: string[] = []): [string, object][] {
  return runTurn(text, { earlier })
    .calls.filter(({ tool, input }) => !AROUND.has(tool) && !('unclear' in input))
    .map(({ tool, input }) => [tool, input]);
}
