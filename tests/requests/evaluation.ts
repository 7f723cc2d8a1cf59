import { table } from '../bench/timing.mjs';
import { costOf, sumTokens, type ModelPrice, type ModelTokens } from './model-usage.ts';
import type { RelayedRequest } from './model-relay.ts';

/** A conversation that was held, and what the model used for it. */
export interface HeldConversation {
  id: string;
  category: string;
  held: { reasons: string[]; asked: boolean; rounds: number }[];
  requests: readonly RelayedRequest[];
}

/** What one conversation used, or all. */
interface Used extends ModelTokens {
  requests: number;
  /** Of one request. */
  largestInput: number | null;
  /** Turns in which the person was asked something. */
  questions: number;
  /** Times that the person had to continue a turn or to answer. */
  extraRounds: number;
  /** Spent waiting for the model. */
  seconds: number;
}

export interface EvaluatedConversation extends Used {
  id: string;
  category: string;
  isGood: boolean;
  turns: { reasons: string[] }[];
}

/** The outcome of an evaluation, as `--out` writes it. */
export interface Evaluation {
  model: string;
  baseUrl: string;
  /** ISO 8601. */
  evaluatedAt: string;
  price: ModelPrice | null;
  total: Used & { conversations: number; good: number; turns: number; goodTurns: number };
  conversations: EvaluatedConversation[];
}

type Described = Pick<Evaluation, 'model' | 'baseUrl' | 'evaluatedAt' | 'price'>;

/** Sums up what was held. */
export function toEvaluation(about: Described, all: readonly HeldConversation[]): Evaluation {
  const conversations = all.map((each) => toConversation(each, about.price));
  const turns = conversations.flatMap((each) => each.turns);
  const total = {
    conversations: conversations.length,
    good: conversations.filter(({ isGood }) => isGood).length,
    turns: turns.length,
    goodTurns: turns.filter(({ reasons }) => reasons.length === 0).length,
    ...toUsed(all, about.price),
  };
  return { ...about, total, conversations };
}

function toConversation(each: HeldConversation, price: ModelPrice | null): EvaluatedConversation {
  const { id, category, held } = each;
  const turns = held.map(({ reasons }) => ({ reasons }));
  const isGood = turns.every(({ reasons }) => reasons.length === 0);
  return { id, category, isGood, ...toUsed([each], price), turns };
}

function toUsed(all: readonly HeldConversation[], price: ModelPrice | null): Used {
  const requests = all.flatMap((each) => each.requests);
  const turns = all.flatMap(({ held }) => held);
  const inputs = requests.flatMap(({ input }) => input ?? []);
  const tokens = sumTokens(requests);
  return {
    requests: requests.length,
    ...tokens,
    cost: costOf(tokens, price),
    largestInput: inputs.length === 0 ? null : Math.max(...inputs),
    questions: turns.filter(({ asked }) => asked).length,
    extraRounds: turns.reduce((sum, { rounds }) => sum + rounds - 1, 0),
    seconds: Math.round(requests.reduce((sum, each) => sum + each.milliseconds, 0) / 1_000),
  };
}

const HEAD = [
  'conversation',
  'turns that count',
  'requests',
  'input (largest)',
  'cached',
  'output',
  'cost',
  'asked',
  'seconds',
];

/** The evaluation as a table of Markdown: a line for each conversation, and one for all. */
export function toEvaluationTable({ conversations, total }: Evaluation): string {
  const rows = conversations.map((each) => {
    const good = each.turns.filter(({ reasons }) => reasons.length === 0).length;
    return toRow(each.id, `${good} of ${each.turns.length}`, each);
  });
  const counts = `${total.goodTurns} of ${total.turns}`;
  const all = `${total.good} of ${total.conversations} conversations`;
  return table(HEAD, [...rows, toRow(all, counts, total)]);
}

function toRow(name: string, turns: string, used: Used): string[] {
  const largest = used.largestInput === null ? '' : ` (${toCount(used.largestInput)})`;
  return [
    name,
    turns,
    String(used.requests),
    `${toCount(used.input)}${largest}`,
    toCount(used.cached),
    toCount(used.output),
    used.cost === null ? 'unknown' : `$${used.cost.toFixed(4)}`,
    String(used.questions),
    String(used.seconds),
  ];
}

function toCount(tokens: number | null): string {
  if (tokens === null) return 'unknown';
  return tokens < 1_000 ? String(tokens) : `${(tokens / 1_000).toFixed(1)}k`;
}
