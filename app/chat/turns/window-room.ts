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
 * The messages of a turn that go on: where they would soon fill the window, what older steps read is
 * told in one line each. `folded` counts those lines.
 */
export function foldSteps(
  messages: ModelMessage[],
  model: LanguageModel | TurnModel,
): { messages: ModelMessage[]; folded: number } {
  if (estimateTokens(messages) <= Math.max(MIN_TOKENS, tokensOf(model))) {
    return { messages, folded: 0 };
  }
  let folded = 0;
  const steps = messages.flatMap(({ role }, index) => (role === 'tool' ? [index] : []));
  const whole = new Set(steps.slice(-WHOLE_STEPS));
  const shortened = messages.map((message, index) => {
    if (message.role !== 'tool' || whole.has(index)) return message;
    const content = message.content.map((part) => {
      const line = foldPart(part);
      if (line === null) return part;
      folded += 1;
      return line;
    });
    return { ...message, content };
  });
  return { messages: shortened, folded };
}

/** Folds the steps of a turn before each of its requests; the person is told when more is folded. */
export function shortenTurn(
  model: LanguageModel | TurnModel,
  writer: UIMessageStreamWriter,
): (messages: ModelMessage[]) => ModelMessage[] {
  let told = 0;
  return (messages) => {
    const { messages: kept, folded } = foldSteps(messages, model);
    if (folded > told) {
      told = folded;
      writer.write({ type: 'data-folded', id: 'folded', data: { results: folded } });
    }
    return kept;
  };
}

type ToolPart = Extract<ModelMessage, { role: 'tool' }>['content'][number];

/** A result in one line; null where it stays as it is. */
function foldPart(part: ToolPart): ToolPart | null {
  if (part.type !== 'tool-result') return null;
  const { output } = part;
  if (output.type !== 'json' && output.type !== 'text') return null;
  const value = foldResult(part.toolName, output.value);
  return value === null ? null : { ...part, output: { type: 'text', value } };
}

function tokensOf(model: LanguageModel | TurnModel): number {
  const window = typeof model !== 'string' && 'begin' in model ? model.contextTokens : undefined;
  return Math.min(MAX_TOKENS, (window ?? DEFAULT_CONTEXT_TOKENS) - RESERVED_TOKENS);
}
