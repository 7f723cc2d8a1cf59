import * as z from 'zod/mini';

import type { ReportAnswer } from '#app/builder/tools/run-checks.ts';
import { TurnDiff } from '#app/chat/points/turn-diff.ts';
import { Verdict, verdictWords } from '#app/platform/verdict.ts';

/** The most rounds that a run may have. */
export const MAX_ROUNDS = 10;
/** Rounds that may fail, or leave everything as it was, one after the other. */
const MAX_IDLE_ROUNDS = 2;

/** The goal that the builder pursues alone, and its limits. */
const GOAL = {
  goal: z.string().check(z.trim(), z.minLength(1), z.maxLength(4_000)),
  /** Score of the report to reach, 1 to 100; its verdict has to be "Ready" as well. */
  target: z.int().check(z.gte(1), z.lte(100)),
  /** Turns at most. */
  maxRounds: z.int().check(z.gte(1), z.lte(MAX_ROUNDS)),
  /** Id of the model that works on it; the chat's own where absent. */
  model: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
};
export type AutopilotGoal = z.infer<z.ZodMiniObject<typeof GOAL>>;

/**
 * Body of `POST /api/chats/:id/autopilot`. A connection that a guest has made in their tab is not
 * stored.
 */
export const AutopilotRequest = z.strictObject({
  ...GOAL,
  connection: z.optional(z.string().check(z.minLength(1), z.maxLength(4_000))),
});
export type AutopilotRequest = z.infer<typeof AutopilotRequest>;

/**
 * `unclear`: nothing was changed yet, because the builder could not begin with the goal. `asks`: the model
 * asked the person something later. `approval`: changes wait for the person. `stuck`: rounds in a row changed
 * nothing.
 */
const AutopilotEnd = z.enum([
  'reached',
  'spent',
  'stuck',
  'unclear',
  'asks',
  'approval',
  'failed',
  'stopped',
  'refused',
]);
export type AutopilotEnd = z.infer<typeof AutopilotEnd>;

/** The usage of a round's model. */
const RoundUsage = z.object({
  tokens: z.number(),
  /** US dollars, read and written; null where the model's price is not known. */
  cost: z.nullable(z.number()),
  /** Tokens that a round may have at most. */
  mostTokens: z.number(),
});
export type RoundUsage = z.infer<typeof RoundUsage>;

/** One turn of the run. Times are Unix milliseconds. */
const Round = z.object({
  /** From 1, rising. */
  number: z.number(),
  /** The prompt that the builder was given. */
  asked: z.string(),
  /** The answer's message. */
  answer: z.string(),
  startedAt: z.number(),
  endedAt: z.nullable(z.number()),
  status: z.enum(['running', 'done', 'failed', 'stopped', 'interrupted']),
  /** Of the report after the round; null while it runs, or where there was none. Absent in older runs. */
  verdict: z.optional(z.nullable(Verdict)),
  /** Null while it runs, and for a server that nobody can use. */
  score: z.nullable(z.number()),
  fails: z.number(),
  warns: z.number(),
  /** Steps that the builder meant to take; empty where it just began. */
  plan: z.array(z.string()),
  /** The changes of the round, as sentences. */
  changed: z.array(z.string()),
  /** Null while it runs, and where no model was reached. */
  usage: z.nullable(RoundUsage),
  /** Null where the server is what it was; absent while it runs, and in runs that did not look. */
  diff: z.optional(z.nullable(TurnDiff)),
});
export type Round = z.infer<typeof Round>;

/** The words of a builder that could not begin with a goal. */
const UnclearGoal = z.object({
  /** Parts of the goal that it did not understand, as it quoted them. */
  parts: z.array(z.string()),
  /** Its words besides its question. */
  said: z.string(),
  /** Its question, and answers to choose from. */
  question: z.nullable(z.string()),
  choices: z.array(z.string()),
});
export type UnclearGoal = z.infer<typeof UnclearGoal>;

/**
 * A run, as it is stored and as `GET /api/chats/:id/autopilot` answers it. The limits of a request
 * are not repeated: a stored run stays readable when they change.
 */
export const AutopilotState = z.object({
  goal: z.string(),
  target: z.number(),
  maxRounds: z.number(),
  model: z.optional(z.string()),
  startedAt: z.number(),
  /** Null while it goes on. */
  end: z.nullable(AutopilotEnd),
  /** A sentence for the person, where the end needs one. */
  note: z.nullable(z.string()),
  /** Only where the end is `unclear`. */
  unclear: z.optional(UnclearGoal),
  rounds: z.array(Round),
});
export type AutopilotState = z.infer<typeof AutopilotState>;

/** The outcome of a round, besides the report. */
export interface RoundOutcome {
  plan: string[];
  changed: string[];
  diff?: TurnDiff | null;
  /** The decision that only the person can take; null where there is none. */
  waitsFor: 'answer' | 'approval' | null;
  /** The server has nothing yet that a next round could work on, though the builder came to its end. */
  isBlank: boolean;
  said: UnclearGoal;
}

export type AutopilotEvent =
  | { kind: 'round'; asked: string; answer: string }
  | { kind: 'used'; answer: string; usage: RoundUsage | null }
  | {
      kind: 'settled';
      status: Exclude<Round['status'], 'running'>;
      report: ReportAnswer | null;
      outcome: RoundOutcome;
    }
  | { kind: 'end'; why: AutopilotEnd; note?: string };

/** Creates a run, before its first round. */
export function createRun(goal: AutopilotGoal, now: number): AutopilotState {
  return { ...goal, startedAt: now, end: null, note: null, rounds: [] };
}

/** Computes the next state of a run; in one that has ended, only its usage changes. */
export function reduceAutopilot(
  state: AutopilotState,
  event: AutopilotEvent,
  now: number,
): AutopilotState {
  if (event.kind === 'used') return { ...state, rounds: state.rounds.map(toUsed(event)) };
  if (state.end !== null) return state;
  switch (event.kind) {
    case 'round':
      return { ...state, rounds: [...state.rounds, toRound(state, event, now)] };
    case 'settled': {
      const rounds = state.rounds.map((round, index) =>
        index === state.rounds.length - 1 && round.status === 'running'
          ? settle(round, event, now)
          : round,
      );
      const settled = { ...state, rounds };
      const end = judge(settled, event.outcome);
      return { ...settled, end, ...(end === 'unclear' ? { unclear: event.outcome.said } : {}) };
    }
    case 'end':
      return {
        ...state,
        end: event.why,
        note: event.note ?? null,
        rounds: state.rounds.map((round) =>
          round.status === 'running' ? { ...round, status: 'stopped', endedAt: now } : round,
        ),
      };
  }
}

/**
 * The builder's next prompt: the goal first, then to work on the report. It counts as the person's
 * own words, so it quotes nothing from findings: the builder reads the report itself.
 */
export function askOfRound(state: AutopilotState, report: ReportAnswer | null): string {
  if (state.rounds.length === 0 || report === null) return state.goal;
  const score = report.score === null ? '' : `, with a score of ${report.score}`;
  return [
    'Fix the report.',
    '',
    `It says: ${verdictWords(report.verdict)}${score}. The aim is: Ready, with a score of ${state.target}.`,
  ].join('\n');
}

function toRound(
  { rounds }: AutopilotState,
  { asked, answer }: { asked: string; answer: string },
  now: number,
): Round {
  return {
    number: rounds.length + 1,
    asked,
    answer,
    startedAt: now,
    endedAt: null,
    status: 'running',
    verdict: null,
    score: null,
    fails: 0,
    warns: 0,
    plan: [],
    changed: [],
    usage: null,
  };
}

function toUsed({ answer, usage }: { answer: string; usage: RoundUsage | null }) {
  return (round: Round): Round => (round.answer === answer ? { ...round, usage } : round);
}

function settle(
  round: Round,
  { status, report, outcome }: Extract<AutopilotEvent, { kind: 'settled' }>,
  now: number,
): Round {
  return {
    ...round,
    status,
    endedAt: now,
    verdict: report?.verdict ?? null,
    score: report?.score ?? null,
    fails: report?.fails.length ?? 0,
    warns: report?.warns.length ?? 0,
    plan: outcome.plan,
    changed: outcome.changed,
    ...(outcome.diff === undefined ? {} : { diff: outcome.diff }),
  };
}

/** Whether the server is another one after a round; what its calls said counts only where nobody compared. */
export function hasEffect({ diff, changed }: Pick<Round, 'diff' | 'changed'>): boolean {
  return diff === undefined ? changed.length > 0 : diff !== null;
}

/** Decides why the run is over after a round; null: another round follows. */
function judge(
  { rounds, target, maxRounds }: AutopilotState,
  { waitsFor, isBlank }: RoundOutcome,
): AutopilotEnd | null {
  const last = rounds.at(-1);
  if (!last) return null;
  const { status, score, verdict } = last;
  if (status === 'stopped') return 'stopped';
  const isReady = verdict?.kind === 'ready';
  if (status === 'done' && isReady && score !== null && score >= target) return 'reached';
  if (waitsFor === 'approval') return 'approval';
  const isUntouched = !rounds.some(hasEffect);
  if (isUntouched && (waitsFor === 'answer' || isBlank)) return 'unclear';
  if (waitsFor === 'answer') return 'asks';
  const recent = rounds.slice(-MAX_IDLE_ROUNDS);
  if (recent.length === MAX_IDLE_ROUNDS) {
    if (recent.every((round) => round.status !== 'done')) return 'failed';
    if (!recent.some(hasEffect)) return 'stuck';
  }
  return rounds.length >= maxRounds ? 'spent' : null;
}
