import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';

import { isNote } from './draft-note.ts';
import { describeFault, ModelError, type ModelFault } from './model-fault.ts';
import { decide } from './retry-policy.ts';
import { tryModel, type Candidate, type ModelTimes } from './try-model.ts';

/** What a person is told while no answer comes; the `data-state` part of the stream. */
export interface ModelState {
  kind: 'waiting' | 'retrying' | 'fallback';
  /** Until the next request, or until the model is given up. */
  seconds?: number;
  /** Who is asked, or asked next. */
  model: string;
  reason: string;
}

/** A model that may be asked, and what it takes; null where nobody knows. */
interface PricedCandidate extends Candidate {
  price: { input: number; output: number } | null;
}

export interface FallbackOptions {
  /** In the order in which they are asked; at least one. */
  candidates: readonly PricedCandidate[];
  report: (state: ModelState) => void;
  /** Told which one answers, at each step. */
  onAnswer: (candidate: PricedCandidate) => void;
  /** When the turn ends, in milliseconds since 1970. */
  deadline: number;
  /** Overrides for tests. */
  times?: Partial<ModelTimes>;
  random?: () => number;
  sleep?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** security.md, 9. */
const TIMES: ModelTimes = { firstToken: 20_000, idle: 30_000 };
/** After so long a person is told that the model has not begun. */
const QUIET_MS = 5_000;

/**
 * One model made of several. Where the first fails before its first token it is asked again as
 * `retry-policy.ts` says, then the next, and the person is told; the one that answered is the first
 * to be asked in the turn's next step. After a first token nothing is asked again.
 */
export function createFallbackModel(options: FallbackOptions): LanguageModelV4 {
  let current = 0;
  const at = () => requireCandidate(options.candidates[current]);
  return {
    specificationVersion: 'v4',
    get provider() {
      return at().isBuiltIn ? 'built-in' : 'builder';
    },
    get modelId() {
      return at().label;
    },
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('The builder only streams.')),
    async doStream(call) {
      for (;;) {
        const asked = await askUntilDecided(at(), call, options);
        if ('stream' in asked) {
          options.onAnswer(at());
          return asked;
        }
        const next = asked.mayGoOn ? findNext(options.candidates, current, call.prompt) : null;
        if (next === null) throw new ModelError(asked.fault, at());
        const reason = describeFault(asked.fault, at());
        current = next;
        options.report({ kind: 'fallback', model: at().label, reason });
      }
    },
  };
}

async function askUntilDecided(
  candidate: Candidate,
  call: LanguageModelV4CallOptions,
  { report, deadline, times, random = Math.random, sleep = abortableDelay }: FallbackOptions,
): Promise<LanguageModelV4StreamResult | { fault: ModelFault; mayGoOn: boolean }> {
  const waits = { ...TIMES, ...times };
  for (let tries = 1; ; tries += 1) {
    const quiet = setTimeout(() => {
      const seconds = Math.round((waits.firstToken - QUIET_MS) / 1_000);
      const reason = `${candidate.label} has not begun to answer yet.`;
      report({ kind: 'waiting', seconds, model: candidate.label, reason });
    }, QUIET_MS);
    const tried = await tryModel(candidate, call, waits).finally(() => clearTimeout(quiet));
    call.abortSignal?.throwIfAborted();
    if (tried.ok) return tried.value;
    const { fault } = tried;
    const remainingMs = deadline - Date.now();
    const { isOwn } = candidate;
    const decision = decide(fault, { tries, remainingMs, isOwn, random: random() });
    if (decision.act !== 'retry') return { fault, mayGoOn: decision.act === 'next' };
    report({
      kind: 'retrying',
      seconds: Math.ceil(decision.waitMs / 1_000),
      model: candidate.label,
      reason: describeFault(fault, candidate),
    });
    await sleep(decision.waitMs, call.abortSignal);
  }
}

/**
 * The next one to ask. The built-in builder reads a person's sentence, so that it can begin a turn
 * but not go on with what another one has begun.
 */
function findNext(
  candidates: readonly Candidate[],
  current: number,
  prompt: LanguageModelV4Prompt,
): number | null {
  const index = candidates.findIndex(
    ({ isBuiltIn }, position) => position > current && (!isBuiltIn || isBeginning(prompt)),
  );
  return index === -1 ? null : index;
}

function isBeginning(prompt: LanguageModelV4Prompt): boolean {
  const last = prompt.at(-1);
  if (last?.role !== 'user') return false;
  return last.content.every((part) => part.type !== 'text' || !isNote(part.text));
}

function requireCandidate(candidate: PricedCandidate | undefined): PricedCandidate {
  if (candidate === undefined) throw new Error('There is no model to ask.');
  return candidate;
}

/** Waits, or fails at once when the turn is stopped. */
function abortableDelay(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
