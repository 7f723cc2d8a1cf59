import type { AskPerson } from '#app/mcp-client/oauth/create-oauth-tokens.ts';
import type { AuthorizationRequest, OauthProblem } from '#app/mcp-client/oauth/oauth-flow.ts';
import { fail, succeed } from '#app/platform/result.ts';

/** A server that waits for the person to sign in. */
export interface WaitingSignIn {
  request: AuthorizationRequest;
  onAnswer: (query: string) => void;
  onCancel: () => void;
}

let waiting: ReadonlyMap<string, WaitingSignIn> = new Map();
let problems: ReadonlyMap<string, OauthProblem> = new Map();
const listeners = new Set<() => void>();

/** Sign-ins that wait, by the ids of their servers. */
export const getWaiting = () => waiting;

/** The reasons why the last sign-ins failed, by the ids of their servers. */
export const getSignInProblems = () => problems;

/** Calls back when a sign-in waits, ends or fails; returns how to end that. */
export function subscribeToSignIns(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Asks on the screen of a server, because a window opens with a click only. */
export function askOnScreen(id: string): AskPerson {
  return (request, signal) =>
    new Promise((resolve) => {
      const end = (outcome: Awaited<ReturnType<AskPerson>>) => {
        signal?.removeEventListener('abort', cancel);
        waiting = new Map([...waiting].filter(([each]) => each !== id));
        emit();
        resolve(outcome);
      };
      const cancel = () => end(fail({ reason: 'cancelled', message: 'You did not sign in.' }));
      waiting = new Map(waiting).set(id, {
        request,
        onAnswer: (query) => end(succeed(query)),
        onCancel: cancel,
      });
      signal?.addEventListener('abort', cancel);
      emit();
      if (signal?.aborted) cancel();
    });
}

export function setSignInProblem(id: string, problem: OauthProblem | null): void {
  const others = [...problems].filter(([each]) => each !== id);
  problems = new Map(problem === null ? others : [...others, [id, problem]]);
  emit();
}

function emit(): void {
  for (const listener of listeners) listener();
}
