import { env, runInDurableObject } from 'cloudflare:test';
import type { UIMessage } from 'ai';

import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import { ChatAttachments } from '#app/chat/attachments/chat-attachments.server.ts';
import { ChangeSets } from '#app/chat/changes/change-sets.server.ts';
import type { EndedTurn } from '#app/chat/turns/turn-hooks.ts';
import type { Ask } from '#app/chat/turns/ask.ts';
import { TurnRunner } from '#app/chat/turns/turn-runner.server.ts';
import type { TurnTools } from '#app/chat/turns/turn-tools.ts';
import { ChatStore } from '#app/chat/chat-store.server.ts';
import { MessageStore } from '#app/chat/message-store.server.ts';
import { Workspace } from '#app/builder/tools/workspace.ts';
import type { WorkspacePorts } from '#app/builder/tools/workspace-ports.ts';

import { quietPorts } from './quiet-ports.ts';
import { scriptedModel, type Line } from '../chat/scripted-model.ts';

/** Budget of a turn in these tests. */
export const BUDGET = { steps: 6, outputTokens: 1_000, milliseconds: 20_000 };

/** Opens the chat in an object's storage, as its object does when it starts. */
export function openRoom(
  storage: Pick<DurableObjectStorage, 'kv' | 'sql' | 'transactionSync'>,
  onTurnEnd?: (end: EndedTurn) => Promise<void>,
  chat: ChatStore = new ChatStore(storage),
): TurnRunner {
  const messages = new MessageStore(storage);
  const changes = new ChangeSets(storage, messages);
  const attachments = new ChatAttachments(storage, {
    index: () => Promise.resolve(),
    findFileRefusal: () => null,
  });
  const stores = { store: chat, messages, attachments, changes };
  return new TurnRunner(stores, onTurnEnd ? { onTurnEnd } : {});
}

let rooms = 0;

/** Runs a test inside its own object, with real storage. */
export function inRoom(work: (storage: DurableObjectStorage) => Promise<void>): Promise<void> {
  rooms += 1;
  const stub = env.DRAFTS.get(env.DRAFTS.idFromName(`room ${rooms}`));
  return runInDurableObject(stub, (_instance, { storage }) => work(storage));
}

/** A message to send; its turn and its answer are named after it. */
export function question(id: string, text = 'Hello'): Ask & { kind: 'send' } {
  const message: UIMessage = { id, role: 'user', parts: [{ type: 'text', text }] };
  return { kind: 'send', turn: `turn of ${id}`, answer: `answer to ${id}`, message };
}

/** Prepares a turn whose model sends these lines, one list per step. */
export function prepare(
  steps: Line[][],
  model: TurnTools['model'] = scriptedModel(steps),
  more: Partial<TurnTools['budget']> & { ports?: Partial<WorkspacePorts> } = {},
): () => Promise<TurnTools> {
  const { ports, ...budget } = more;
  return async () => ({
    model,
    workspace: new Workspace(BLANK_BLUEPRINT, { ...quietPorts(), ...ports }),
    budget: { ...BUDGET, ...budget },
  });
}

/** The texts of a message. */
export function textOf({ parts }: UIMessage): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Waits for the end of a turn, and returns its stream. */
export async function drain(begun: ReturnType<TurnRunner['begin']>): Promise<string> {
  if (!begun.ok) throw new Error(begun.reason);
  return new Response(begun.value).text();
}
