import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';

import { isNote } from './draft-note.ts';
import { describeFault, ModelError, type ModelFault } from './model-fault.ts';
import type { ModelPrice } from './model-price.ts';
import { decide } from './retry-policy.ts';
import { tryModel, type Candidate, type ModelTimes } from './try-model.ts';

/** State shown to the user while there is no response; the `data-state` part of the stream. */
export interface ModelState {
  kind: 'waiting' | 'retrying' | 'fallback';
  /** Seconds until the next request, or until the model is given up. */
  seconds?: number;
  /** The model being called, or called next. */
  model: string;
  reason: string;
}

/** A candidate and its price; null if unknown. */
interface PricedCandidate extends Candidate {
  price: ModelPrice | null;
}

export interface FallbackOptions {
  /** In the order of use; at least one. */
  candidates: readonly PricedCandidate[];
  report: (state: ModelState) => void;
  /** Called at each step with the candidate that answers. */
  onAnswer: (candidate: PricedCandidate) => void;
  /** End of the turn, in milliseconds since 1970. */
  deadline: number;
  /** Overrides for tests. */
  times?: Partial<ModelTimes>;
  random?: () => number;
  sleep?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** security.md, 9. */
const TIMES: ModelTimes = { firstToken: 20_000, idle: 30_000 };
/** A person’s own model may run on their machine, or think before it writes. */
const OWN_TIMES: ModelTimes = { firstToken: 180_000, idle: 90_000 };
/** Delay until the user is told that the model has not begun, in milliseconds. */
const QUIET_MS = 5_000;

/**
 * Combines several models into one. If the first fails before its first token, it is retried as
 * `retry-policy.ts` decides, then the next is used, and the user is told; the one that answered is used first
 * in the turn's next step. After a first token there are no retries.
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
    doGenerate: () => Promise.reject(new Error('The builder supports streaming only.')),
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
  const waits = { ...(candidate.isOwn ? OWN_TIMES : TIMES), ...times };
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
 * The next candidate. The built-in builder reads the user's message, so it can begin a turn but not continue
 * one begun by another model.
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
  return last.content.some((part) => part.type !== 'text' || !isNote(part.text));
}

function requireCandidate(candidate: PricedCandidate | undefined): PricedCandidate {
  if (candidate === undefined) throw new Error('There is no model to ask.');
  return candidate;
}

/** Waits, or rejects at once if the turn is stopped. */
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
