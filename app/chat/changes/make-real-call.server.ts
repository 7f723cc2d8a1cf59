import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { JsonObjectSchema } from '#app/blueprint/json.ts';
import { readResultText } from '#app/builder/calls/describe-run.ts';
import { toKeptCall, type KeptCall } from '#app/builder/calls/keep-answer.ts';
import { chooseSecrets, toShownRequest } from '#app/builder/calls/plan-real-call.ts';
import type { RealAnswer } from '#app/builder/calls/real-call.ts';
import { ToolAnswers, ToolClient } from '#app/builder/calls/tool-client.ts';
import type { HeldItem } from '#app/builder/change-set/change-set.ts';
import type { ToolRun, WorkspacePorts } from '#app/builder/tools/workspace-ports.ts';

/** Characters of an answer that the person is shown. */
const MAX_CHARACTERS = 10_000;

/** A call as it was held. */
const HeldCall = z.object({
  name: z.string(),
  arguments: JsonObjectSchema,
  answers: ToolAnswers.optional(),
});

/** The outcome of a call: for the person, and for the mock to repeat. */
export interface MadeCall {
  answer: RealAnswer;
  kept: KeptCall | null;
}

/** Makes an approved call with the real API, once; whatever happens is its answer. */
export async function makeRealCall(
  { call }: HeldItem,
  blueprint: Blueprint,
  ports: Pick<WorkspacePorts, 'runTool' | 'listSecrets'>,
): Promise<MadeCall> {
  const held = HeldCall.safeParse(call?.input);
  if (!held.success || call?.basis === undefined) {
    return {
      answer: toFailure('Nothing was sent: this call cannot be read any more.'),
      kept: null,
    };
  }
  const { name, arguments: given, answers } = held.data;
  const client = new ToolClient(answers);
  try {
    const tool = blueprint.tools.find((each) => each.name === name);
    const secrets = tool && chooseSecrets(tool, blueprint.upstreams, await ports.listSecrets());
    const run = await ports.runTool(
      { name, arguments: given },
      {
        upstream: 'real',
        basis: call.basis,
        link: (signal) => client.link(signal),
        secrets: secrets?.names,
      },
    );
    const kept = client.openQuestion
      ? null
      : toKeptCall(blueprint, { tool: name, arguments: given }, run);
    return { answer: toAnswer(run, client, kept !== null), kept };
  } catch {
    // The person should look before they ask for it again.
    return { answer: toFailure('It broke off. Whether it took effect is unknown.'), kept: null };
  }
}

function toAnswer(run: ToolRun, { openQuestion }: ToolClient, canKeep: boolean): RealAnswer {
  const asked =
    openQuestion &&
    `The tool asked “${openQuestion.message}”, nobody answered, and it ended there.`;
  const text = readResultText(run);
  return {
    isError: run.isError === true || asked !== null,
    text: asked ?? text.slice(0, MAX_CHARACTERS),
    isCut: text.length > MAX_CHARACTERS,
    requests: (run.requests ?? []).map(toShownRequest),
    keeping: canKeep ? 'possible' : 'impossible',
  };
}

function toFailure(text: string): RealAnswer {
  return { isError: true, text, isCut: false, requests: [], keeping: 'impossible' };
}
