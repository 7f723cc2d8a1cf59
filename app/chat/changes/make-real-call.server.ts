import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { JsonObjectSchema } from '#app/blueprint/json.ts';
import { toKeptCall, type KeptCall } from '#app/builder/calls/keep-answer.ts';
import { chooseSecrets } from '#app/builder/calls/plan-real-call.ts';
import type { RealAnswer } from '#app/builder/calls/real-call.ts';
import { toRealAnswer } from '#app/builder/calls/to-real-answer.ts';
import { ToolAnswers, ToolClient } from '#app/builder/calls/tool-client.ts';
import type { HeldItem } from '#app/builder/change-set/change-set.ts';
import type { WorkspacePorts } from '#app/builder/tools/workspace-ports.ts';

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
    return { answer: toRealAnswer(run, client, kept !== null), kept };
  } catch {
    // The person should look before they ask for it again.
    return { answer: toFailure('It broke off. Whether it took effect is unknown.'), kept: null };
  }
}

function toFailure(text: string): RealAnswer {
  return { isError: true, text, isCut: false, requests: [], keeping: 'impossible' };
}
