import type { AccessTokens, TokenRefusal } from '#app/mcp-client/connection-options.ts';
import type { Result } from '#app/platform/result.ts';

import type {
  AuthorizationRequest,
  OauthProblem,
  OauthSend,
  OauthSettings,
  StepOutcome,
} from './oauth-flow.ts';
import type { OauthStepId } from './oauth-steps.ts';
import type { OauthStore } from './oauth-store.ts';
import { renewTokens } from './renew-tokens.ts';

/** Lets the person sign in, and gives the query with which they came back. */
export type AskPerson = (
  request: AuthorizationRequest,
  signal?: AbortSignal,
) => Promise<Result<string, OauthProblem>>;

export interface OauthOptions {
  settings: OauthSettings;
  send: OauthSend;
  store: OauthStore;
  askPerson: AskPerson;
  /** Hears of each step as it ends. */
  onStep?: (id: OauthStepId, outcome: StepOutcome) => void;
  /** Hears why the person is not signed in; null: they are. */
  onEnd?: (problem: OauthProblem | null) => void;
}

/**
 * Tokens of a server that is protected by OAuth: refreshed without the person, who signs in where that is needed.
 * However many requests are refused at once, the person is asked once.
 */
export function createOauthTokens(options: OauthOptions): AccessTokens {
  const { settings, store, onEnd } = options;
  let running: Promise<boolean> | null = null;
  const readToken = () => {
    const kept = store.read();
    return kept?.serverUrl === settings.serverUrl ? (kept.tokens?.accessToken ?? null) : null;
  };
  const renew = async (refusal: TokenRefusal, signal?: AbortSignal) => {
    const renewed = await renewTokens(options, refusal, signal);
    onEnd?.(renewed.ok ? null : renewed);
    return renewed.ok;
  };
  return {
    getToken: async () => readToken(),
    onRefused: async (refusal, signal) => {
      const token = readToken();
      // Another request was refused before, and has brought a token that this one did not have.
      if (token !== null && refusal.token !== token) return true;
      running ??= renew(refusal, signal).finally(() => {
        running = null;
      });
      return running;
    },
  };
}
