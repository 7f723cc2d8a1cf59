import type { LanguageModel, ModelMessage, UIMessageStreamWriter } from 'ai';

import { DEFAULT_CONTEXT_TOKENS } from '#app/builder/models/context-tokens.ts';
import type { TurnModel } from '#app/builder/models/resolve-model.server.ts';

import { estimateTokens } from './estimate-tokens.ts';
import { foldResult } from './fold-turn.ts';

/** Tokens for the system prompt, the tools and an answer, which stand in the same window. */
const RESERVED_TOKENS = 18_000;
/** Of the rest, a turn may begin with so much: its own steps need room, too. */
const OPENING_SHARE = 0.5;
/** However large a window is, whoever pays reads all of it again and again. */
const MAX_TOKENS = 120_000;
const MIN_TOKENS = 4_000;

/** Steps whose results stay whole in a turn that has become too long. */
const WHOLE_STEPS = 2;

/** Tokens that a turn may begin with. */
export function roomOf(model: LanguageModel | TurnModel): number {
  return Math.max(MIN_TOKENS, Math.floor(tokensOf(model) * OPENING_SHARE));
}

/**
 * The messages of a turn that go on, and the calls whose results are told in one line from now on: where
 * all would soon fill the window, those are what older steps read.
 */
export function foldSteps(
  messages: ModelMessage[],
  model: LanguageModel | TurnModel,
): { messages: ModelMessage[]; folded: string[] } {
  if (estimateTokens(messages) <= Math.max(MIN_TOKENS, tokensOf(model))) {
    return { messages, folded: [] };
  }
  const ids: string[] = [];
  const steps = messages.flatMap(({ role }, index) => (role === 'tool' ? [index] : []));
  const whole = new Set(steps.slice(-WHOLE_STEPS));
  const told = messages.map((message, index) =>
    message.role === 'tool' && !whole.has(index) ? foldToolMessage(message, ids) : message,
  );
  return { messages: told, folded: ids };
}

/**
 * Folds the steps of a turn before each of its requests; the person is told when more is folded.
 * @param forget takes the calls whose results the model has no longer before it
 */
export function shortenTurn(
  model: LanguageModel | TurnModel,
  writer: UIMessageStreamWriter,
  forget: (ids: readonly string[]) => void,
): (messages: ModelMessage[]) => ModelMessage[] {
  let told = 0;
  return (messages) => {
    const { messages: kept, folded } = foldSteps(messages, model);
    forget(folded);
    if (folded.length > told) {
      told = folded.length;
      writer.write({ type: 'data-folded', id: 'folded', data: { results: folded.length } });
    }
    return kept;
  };
}

type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;

/** @param ids takes the calls whose results are folded. */
function foldToolMessage(message: ToolMessage, ids: string[]): ToolMessage {
  const content = message.content.map((part) => {
    if (part.type !== 'tool-result') return part;
    const { output } = part;
    if (output.type !== 'json' && output.type !== 'text') return part;
    const folded = foldResult(part.toolName, output.value);
    if (folded === null) return part;
    ids.push(part.toolCallId);
    return { ...part, output: { type: 'text' as const, value: folded } };
  });
  return { ...message, content };
}

function tokensOf(model: LanguageModel | TurnModel): number {
  const window = typeof model !== 'string' && 'begin' in model ? model.contextTokens : undefined;
  return Math.min(MAX_TOKENS, (window ?? DEFAULT_CONTEXT_TOKENS) - RESERVED_TOKENS);
}
