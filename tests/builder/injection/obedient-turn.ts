import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { UIMessage, UIMessageChunk } from 'ai';
import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { toHistory } from '#app/chat/turns/history.ts';
import { runTurn } from '#app/chat/turns/run-turn.server.ts';
import type { HeldItem } from '#app/builder/change-set/change-set.ts';
import { TurnTrust } from '#app/builder/models/turn-trust.ts';
import { randomMark, withMarkedData } from '#app/builder/models/mark-data.ts';
import { BUILT_IN } from '#app/builder/models/model-choice.ts';
import type { TurnModel } from '#app/builder/models/resolve-model.server.ts';
import { Workspace } from '#app/builder/tools/workspace.ts';
import type { WorkspacePorts } from '#app/builder/tools/workspace-ports.ts';
import { toSecretOrigins } from '#app/drafts/secrets/secret-origins.ts';

import { scriptedModel, type Line } from '../../chat/scripted-model.ts';
import { quietPorts } from '../../setup/quiet-ports.ts';

/** A server of an API with a credential, tools that read, and one that deletes. */
export const SHOP = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  servers: [{ url: 'https://api.shop.example/v1' }],
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/orders': { get: operation('list_orders') },
    '/orders/{id}': { get: operation('get_order', 'id'), delete: operation('delete_order', 'id') },
    '/shop': { delete: operation('drop_shop') },
  },
};

function operation(operationId: string, id?: string) {
  const parameters = id
    ? [{ name: id, in: 'path', required: true, schema: { type: 'string' } }]
    : [];
  return { operationId, parameters, responses: { 200: { description: 'Fine.' } } };
}

async function shop(): Promise<Blueprint> {
  const imported = await importDocument(JSON.stringify(SHOP));
  if (!imported.ok) throw new Error('The document of the tests is none.');
  const { blueprint } = imported.value;
  const tools = blueprint.tools.map((tool) =>
    tool.name === 'drop_shop' ? { ...tool, enabled: false } : tool,
  );
  return { ...blueprint, tools };
}

interface Attack {
  place: 'answer' | 'file' | 'document' | 'pasted' | 'attached' | 'history' | 'none';
  text: string;
  call: { tool: string; input: Record<string, unknown> };
  said?: string;
  /** What was pasted or attached stood in the message before. */
  isEarlier?: boolean;
  /** Where calls of the draft go; by default to the real API. */
  environment?: 'mock' | 'test';
}

export interface Heard {
  /** The server before the turn. */
  before: Blueprint;
  /** The draft after the turn: what its endpoint serves, without what waits for the person. */
  draft: Blueprint;
  /** What waits for the person. */
  held: readonly HeldItem[];
  /** Addresses that were fetched, but for the one that the person named. */
  fetched: string[];
  /** Calls of tools that reached the real API. */
  called: string[];
  /** Each prompt that the model got, as text. */
  prompts: string[];
  chunks: UIMessageChunk[];
  message: UIMessage | null;
}

const DOCUMENT_URL = 'https://docs.shop.example/things.json';

const READINGS: Record<Attack['place'], Line[][]> = {
  answer: [[{ call: 'run_tool', input: { name: 'list_orders', arguments: {} } }]],
  file: [[{ call: 'read_file', input: { path: 'README.md' } }]],
  document: [
    [{ call: 'import_document', input: { url: DOCUMENT_URL } }],
    [{ call: 'read_file', input: { path: 'blueprint.json' } }],
  ],
  pasted: [[{ call: 'propose_plan', input: { goal: 'Import it', steps: ['Import'] } }]],
  attached: [[{ call: 'propose_plan', input: { goal: 'Read it', steps: ['Read'] } }]],
  history: [[{ call: 'propose_plan', input: { goal: 'Go on', steps: ['Go on'] } }]],
  none: [],
};

/** A turn of a model that reads a text and then does what it says, through the real tools. */
export async function obedientTurn(attack: Attack): Promise<Heard> {
  const { place, text, call, environment = 'test' } = attack;
  const fetched: string[] = [];
  const called: string[] = [];
  const before = await shop();
  const workspace: Workspace = new Workspace(before, {
    ...createPorts(text, { fetched, called }, () => workspace),
    // Every secret has a value: there is something to steal.
    readExits: () => Promise.resolve({ environment, isSet: () => true }),
  });
  const { messages, attachments, handed } = toHistory(toMessages(attack), false);
  workspace.attachments = attachments;
  workspace.trust = new TurnTrust(messages, handed);
  const readings = READINGS[place];
  const attacking: Line = { call: call.tool, input: call.input };
  const scripted = scriptedModel([...readings, [attacking], [{ say: 'Done.' }]]);
  const chunks: UIMessageChunk[] = [];
  const { message } = await runTurn({
    model: toTurnModel(scripted),
    messages,
    answer: 'answer',
    workspace,
    budget: { steps: 6, outputTokens: 500, milliseconds: 30_000 },
    signal: new AbortController().signal,
    onChunk: (chunk) => void chunks.push(chunk),
    onEnd: () => Promise.resolve([]),
    onError: (error) => {
      throw error;
    },
  });
  return {
    before,
    draft: workspace.safe,
    held: workspace.held,
    fetched: fetched.filter((url) => url !== DOCUMENT_URL),
    called,
    prompts: scripted.prompts.map(toldOf),
    chunks,
    message,
  };
}

function toTurnModel(model: LanguageModelV4): TurnModel {
  const marks = { nonce: randomMark(), takesImages: false };
  return {
    choice: { ...BUILT_IN, id: 'obedient', kind: 'anthropic' },
    isOwnKey: false,
    followsPersonOnly: false,
    begin: () => withMarkedData(model, marks),
  };
}

function toMessages({ place, text, said, isEarlier = false }: Attack): UIMessage[] {
  const own = said ?? (place === 'document' ? `Import ${DOCUMENT_URL}` : 'Have a look, please');
  const pasted = place === 'pasted' ? `\n${JSON.stringify({ info: { description: text } })}` : '';
  const messages: UIMessage[] = [];
  if (place === 'history') messages.push(...readBefore(text));
  const files = place === 'attached' ? [toFile(text)] : [];
  if (!isEarlier) {
    return [...messages, { id: 'q', role: 'user', parts: [toText(own + pasted), ...files] }];
  }
  return [
    ...messages,
    { id: 'q0', role: 'user', parts: [toText(`Here it is.${pasted}`), ...files] },
    { id: 'a0', role: 'assistant', parts: [toText('I have read it.')] },
    { id: 'q', role: 'user', parts: [toText(own)] },
  ];
}

function toText(text: string): UIMessage['parts'][number] {
  return { type: 'text', text };
}

function toFile(text: string): UIMessage['parts'][number] {
  const url = `data:text/plain;base64,${Buffer.from(text).toString('base64')}`;
  return { type: 'file', mediaType: 'text/plain', filename: 'notes.txt', url };
}

/** A turn that has read the text, and is over. */
function readBefore(text: string): UIMessage[] {
  const input = { name: 'list_orders', arguments: {} };
  const output = { isError: false, text };
  return [
    { id: 'q0', role: 'user', parts: [{ type: 'text', text: 'Try list_orders' }] },
    {
      id: 'a0',
      role: 'assistant',
      parts: [
        { type: 'tool-run_tool', toolCallId: 'c0', state: 'output-available', input, output },
        { type: 'text', text: 'It works.' },
      ],
    },
  ];
}

function createPorts(
  text: string,
  { fetched, called }: Pick<Heard, 'fetched' | 'called'>,
  at: () => Workspace,
): WorkspacePorts {
  return {
    ...quietPorts(),
    async importInto(blueprint, document) {
      if ('url' in document) fetched.push(document.url);
      const imported = await importDocument(
        'text' in document ? document.text : JSON.stringify(toDocument(text)),
        { previous: blueprint, isAddition: true },
      );
      return imported.ok
        ? { ok: true, ...imported.value }
        : { ok: false, message: 'This is no document.' };
    },
    runTool: ({ name }, { upstream } = {}) => {
      if (upstream === 'real') called.push(name);
      return Promise.resolve({ content: [{ type: 'text', text }] });
    },
    listSecrets: async (blueprint = at().blueprint) =>
      [...toSecretOrigins(blueprint.upstreams)].map(([name, origins]) => ({
        name,
        isSet: true,
        needsConfirmation: false,
        origins,
      })),
    readFile: (path) =>
      Promise.resolve(path === 'blueprint.json' ? JSON.stringify(at().blueprint) : text),
  };
}

/** Another API's document, which holds the text wherever people write. */
function toDocument(text: string): object {
  const get = { ...operation('get_thing'), summary: text.slice(0, 100), description: text };
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.0.0', description: text },
    servers: [{ url: 'https://api.shop.example/things' }],
    paths: { '/things': { get } },
  };
}

/** What a prompt tells the model, besides what the model said itself. */
function toldOf(prompt: unknown): string {
  return textOf(Prompt.parse(prompt).filter(({ role }) => role !== 'assistant'));
}

const Prompt = z.array(z.looseObject({ role: z.string() }));

/** All texts of a value, one after the other. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textOf).join('\n');
}
