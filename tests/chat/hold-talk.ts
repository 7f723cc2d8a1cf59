import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { UIMessage } from 'ai';

import { importDocument } from '#app/blueprint/import/import-document.ts';
import { listDocument } from '#app/blueprint/import/list-document.ts';
import { withMarkedData } from '#app/builder/models/mark-data.ts';
import { BUILT_IN } from '#app/builder/models/model-choice.ts';
import type { TurnModel } from '#app/builder/models/resolve-model.server.ts';
import { Workspace } from '#app/builder/tools/workspace.ts';
import type { WorkspacePorts } from '#app/builder/tools/workspace-ports.ts';
import { toHistory } from '#app/chat/turns/history.ts';
import { runTurn } from '#app/chat/turns/run-turn.server.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';

import { quietPorts } from '../setup/quiet-ports.ts';
import { scriptedModel, type Line } from './scripted-model.ts';

/** A message of the person, and what the model does step by step. */
export interface TalkTurn {
  said: string | UIMessage['parts'];
  steps: Line[][];
  /** Sentences of the restore point that the turn makes. */
  changed?: string[];
}

/** A request to a provider. */
export type SentRequest = Pick<LanguageModelV4CallOptions, 'prompt' | 'tools' | 'toolChoice'>;

export interface Talk {
  requests: SentRequest[];
  /** Number of the first request of each turn. */
  firsts: number[];
  messages: UIMessage[];
  workspace: Workspace;
}

interface TalkOptions {
  ports?: Partial<WorkspacePorts>;
  contextTokens?: number;
  steps?: number;
}

/** Holds a conversation through the real turns and tools, as an object does, turn after turn. */
export async function holdTalk(
  turns: readonly TalkTurn[],
  options: TalkOptions = {},
): Promise<Talk> {
  const requests: SentRequest[] = [];
  const firsts: number[] = [];
  let stored: UIMessage[] = [];
  let blueprint = BLANK_BLUEPRINT;
  let workspace = new Workspace(blueprint, quietPorts());
  for (const [index, { said, steps, changed }] of turns.entries()) {
    firsts.push(requests.length);
    workspace = new Workspace(blueprint, {
      ...quietPorts(),
      importInto,
      listOperations,
      ...options.ports,
    });
    const parts = typeof said === 'string' ? [{ type: 'text' as const, text: said }] : said;
    stored = [...stored, { id: `q${index}`, role: 'user', parts }];
    const { messages, attachments } = toHistory(stored, false);
    workspace.attachments = attachments;
    const { message } = await runTurn({
      model: toTurnModel(scriptedModel(steps), requests, options.contextTokens),
      messages,
      answer: `a${index}`,
      workspace,
      budget: { steps: options.steps ?? 40, outputTokens: 100_000, milliseconds: 60_000 },
      signal: new AbortController().signal,
      onChunk: () => undefined,
      onEnd: () =>
        Promise.resolve(
          changed ? [{ type: 'data-point', id: 'point', data: { number: index, changed } }] : [],
        ),
      onError: (error) => {
        throw error;
      },
    });
    if (message) stored = [...stored, message];
    blueprint = workspace.blueprint;
  }
  return { requests, firsts, messages: stored, workspace };
}

const importInto: WorkspacePorts['importInto'] = async (previous, document, _report, only) => {
  if (!('text' in document)) return { ok: false, message: 'There is no network.' };
  const chosen = only ? { only } : {};
  const imported = await importDocument(document.text, { previous, isAddition: true, ...chosen });
  return imported.ok
    ? { ok: true, ...imported.value }
    : { ok: false, message: 'This is no document.' };
};

const listOperations: WorkspacePorts['listOperations'] = async (document) => {
  if (!('text' in document)) return { ok: false, message: 'There is no network.' };
  const listed = await listDocument(document.text);
  return listed.ok ? { ok: true, ...listed.value } : { ok: false, message: listed.message };
};

/** The model as a provider of a chat gets its requests. */
function toTurnModel(
  model: LanguageModelV4,
  requests: SentRequest[],
  contextTokens = 200_000,
): TurnModel {
  const noting: LanguageModelV4 = {
    ...model,
    doStream: (call) => {
      const { prompt, tools, toolChoice } = call;
      requests.push({
        prompt,
        ...(tools ? { tools } : {}),
        ...(toolChoice ? { toolChoice } : {}),
      });
      return model.doStream(call);
    },
  };
  return {
    choice: { ...BUILT_IN, id: 'scripted', kind: 'anthropic' },
    isOwnKey: false,
    followsPersonOnly: false,
    contextTokens,
    begin: () => withMarkedData(noting, { nonce: 'one2three4fi', takesImages: false }),
  };
}

/** A request as one text: what a provider that caches prefixes compares. */
export function toWire({ tools, prompt }: SentRequest): string {
  return [JSON.stringify(tools), ...prompt.map((message) => JSON.stringify(message))].join('\n');
}

/** Why providers would refuse a prompt; empty where they would not. */
export function findFaults(prompt: LanguageModelV4CallOptions['prompt']): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  const messages = prompt.filter(({ role }) => role !== 'system');
  if (messages[0]?.role !== 'user') faults.push('it does not begin with the person');
  if (messages.at(-1)?.role === 'assistant') faults.push('it ends with the model');
  for (const [index, message] of messages.entries()) {
    const next = messages[index + 1];
    if (message.role === 'system') continue;
    if (message.content.length === 0) faults.push(`message ${index} is empty`);
    if (message.role === next?.role) faults.push(`${message.role} twice at ${index}`);
    if (message.role === 'tool' && next?.role === 'user')
      faults.push(`user after tool at ${index}`);
    if (message.role === 'tool' && messages[index - 1]?.role !== 'assistant') {
      faults.push(`results without calls at ${index}`);
    }
    for (const part of message.content) {
      if (part.type === 'text' && part.text.trim() === '') faults.push(`empty text at ${index}`);
    }
    if (message.role !== 'assistant') continue;
    const calls = message.content.flatMap((part) => (part.type === 'tool-call' ? [part] : []));
    for (const { toolCallId } of calls) {
      if (ids.has(toolCallId)) faults.push(`${toolCallId} is called twice`);
      ids.add(toolCallId);
    }
    const results = next?.role === 'tool' ? next.content : [];
    const answered = results.flatMap((part) =>
      part.type === 'tool-result' ? [part.toolCallId] : [],
    );
    if (
      calls
        .map(({ toolCallId }) => toolCallId)
        .toSorted()
        .join() !== answered.toSorted().join()
    ) {
      faults.push(`calls and results differ at ${index}`);
    }
  }
  return faults;
}
