import type { GithubUser } from '../github-user.workerd.ts';
import { WAIT_SECONDS, type Strike } from './struck-github.workerd.ts';

/** What an answer of ours tells: a problem, or a success. */
export interface Told {
  status: number;
  /** Our type of a problem, without its prefix. */
  type: string;
  words: string;
  retryAfter: number | null;
  body: unknown;
}

/** Something that people do with GitHub, from a fresh start each time. */
export interface FaultFlow<State> {
  name: string;
  user: () => GithubUser;
  start: () => Promise<State>;
  run: (state: State) => Promise<Told>;
  /** Holds what must be so after an attempt that failed. */
  hold?: (state: State, strike: Strike) => Promise<void>;
  /** Holds what must be so after an attempt that went well. */
  done: (state: State, told: Told) => Promise<void>;
  /** Calls whose failure keeps nothing from being done, with the strikes of which that is true; absent: of all. */
  survives?: readonly [call: RegExp, strikes?: readonly Strike[]][];
  /** What is told instead of what a problem of GitHub tells everywhere else. */
  tells?: (strike: Strike, call: string) => Partial<Told> & { words?: string };
}

/** A flow that was started. */
export interface StartedFlow {
  run: () => Promise<Told>;
  hold: (strike: Strike) => Promise<void>;
  done: (told: Told) => Promise<void>;
}

/** A flow, whatever its state is. */
export interface AnyFlow extends Pick<FaultFlow<never>, 'name' | 'user' | 'survives' | 'tells'> {
  start: () => Promise<StartedFlow>;
}

export function defineFlow<State>(flow: FaultFlow<State>): AnyFlow {
  const { name, user, survives, tells } = flow;
  return {
    name,
    user,
    ...(survives && { survives }),
    ...(tells && { tells }),
    async start() {
      const state = await flow.start();
      return {
        run: () => flow.run(state),
        hold: async (strike) => flow.hold?.(state, strike),
        done: (told) => flow.done(state, told),
      };
    },
  };
}

/** What people are told of each strike, in the place where they are. */
export const TOLD: Record<Strike, Omit<Told, 'body'>> = {
  error: unavailable(5, 'Try again in a few seconds.'),
  overloaded: unavailable(WAIT_SECONDS, `Try again in ${WAIT_SECONDS} seconds.`),
  lost_before: unavailable(5, 'Try again in a few seconds.'),
  lost_after: unavailable(5, 'Try again in a few seconds.'),
  primary_limit: limited(),
  secondary_limit: limited(),
  revoked: {
    status: 409,
    type: 'github-reconnect',
    words: 'Reconnect GitHub, then try again.',
    retryAfter: null,
  },
};

function unavailable(retryAfter: number, words: string) {
  return { status: 503, type: 'github-unavailable', words, retryAfter };
}

function limited() {
  const words = "GitHub's rate limit is reached. Try again in";
  return { status: 429, type: 'github-limited', words, retryAfter: WAIT_SECONDS };
}

/** Reads an answer of our API. */
export async function readTold(answer: Response): Promise<Told> {
  const text = await answer.text();
  const body: { type?: string; detail?: string } = text.startsWith('{') ? JSON.parse(text) : {};
  const wait = answer.headers.get('retry-after');
  return {
    status: answer.status,
    type: (body.type ?? '').replace('urn:mcp-builder:', ''),
    words: body.detail ?? '',
    retryAfter: wait === null ? null : Number(wait),
    body,
  };
}
