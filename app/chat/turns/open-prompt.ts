import {
  convertToModelMessages,
  type LanguageModel,
  type ModelMessage,
  type UIMessage,
  type UIMessageStreamWriter,
} from 'ai';

import { toDigest } from '#app/builder/models/draft-digest.ts';
import { GO_ON } from '#app/builder/models/draft-note.ts';
import { followsPerson } from '#app/builder/models/follows-person.ts';
import { toModelText } from '#app/builder/models/model-text.ts';
import type { TurnModel } from '#app/builder/models/resolve-model.server.ts';
import type { Workspace } from '#app/builder/tools/workspace.ts';
import { listConnectables } from '#app/drafts/connections/connection.ts';

import { listRealAnswers } from './changes-by-hand.ts';
import { SUMMARY_PART, toPrompt } from './to-prompt.ts';
import { roomOf } from './window-room.ts';

/** Answers of the real API that a turn is told, and characters of each. */
const MAX_ANSWERS = 5;
const MAX_ANSWER = 4_000;

interface Opening {
  model: LanguageModel | TurnModel;
  messages: UIMessage[];
  workspace: Workspace;
  /** Changes that the person made by hand since the last turn, in sentences. */
  changedByHand?: readonly string[];
}

/**
 * Opens a turn for its model: the conversation, folded, and the state of the draft. One that only
 * follows the person's words gets every word, and looks for itself.
 */
export async function openPrompt(
  { model, messages, workspace, changedByHand = [] }: Opening,
  writer: UIMessageStreamWriter,
): Promise<ModelMessage[]> {
  if (followsPerson(model)) {
    const all = await convertToModelMessages(messages, { ignoreIncompleteToolCalls: true });
    if (messages.at(-1)?.role === 'assistant') all.push({ role: 'user', content: [GO_ON] });
    return all;
  }
  const report = await readReport(workspace);
  const { blueprint } = workspace;
  // Only what a person connects is worth a look at the database.
  const isConnectable = listConnectables(blueprint.upstreams).length > 0;
  const known = isConnectable ? { isSet: (await workspace.ports.readExits()).isSet } : {};
  const digest = toDigest({ blueprint, report, changedByHand, ...known });
  const answers = listRealAnswers(messages, MAX_ANSWER).slice(0, MAX_ANSWERS);
  const state = answers.length === 0 ? digest : `${digest}\n${toModelText(toAnswers(answers))}`;
  const prompt = await toPrompt(messages, { digest: state, maxTokens: roomOf(model) });
  if (prompt.summary) {
    writer.write({ type: SUMMARY_PART, id: 'summary', data: prompt.summary });
  }
  return prompt.messages;
}

function toAnswers(answers: readonly string[]): string {
  const head = 'Answers of the real API to the calls that the person approved since your last turn';
  return [`${head}:`, ...answers].join('\n');
}

/** The report of the draft as it is; null where it has no tools, or cannot be made. */
async function readReport(workspace: Workspace) {
  if (workspace.blueprint.tools.length === 0) return null;
  try {
    return (await workspace.report()).report;
  } catch {
    // The turn does without; its own checks say what is wrong.
    return null;
  }
}
