import type { TokenRefusal } from '#app/mcp-client/connection-options.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { chooseScope, joinScopes } from './choose-scope.ts';
import type { OauthOptions } from './create-oauth-tokens.ts';
import {
  NO_OAUTH_FACTS,
  type OauthFacts,
  type OauthProblem,
  type OauthSettings,
} from './oauth-flow.ts';
import { OAUTH_STEPS, type OauthStepId } from './oauth-steps.ts';
import type { KeptAuthorization } from './oauth-store.ts';
import { parseChallenge } from './parse-challenge.ts';

type Outcome = Result<null, OauthProblem>;

/** Answers a refusal: by a refresh where that can help, otherwise by a sign-in. */
export async function renewTokens(
  options: OauthOptions,
  refusal: TokenRefusal,
  signal?: AbortSignal,
): Promise<Outcome> {
  if (refusal.status === 403 && parseChallenge(refusal.challenge)?.error !== 'insufficient_scope') {
    const message = 'The server forbids this, and no other scope would change that.';
    return fail({ reason: 'token-refused', message, code: 'forbidden' });
  }
  const run = new Renewal(options, refusal, signal);
  const discovered = await run.discover();
  if (!discovered.ok) return discovered;
  return (await run.refresh()) ? succeed(null) : run.signIn();
}

/** One renewal: the steps of the flow over facts that grow. */
class Renewal {
  readonly #options: OauthOptions;
  readonly #refusal: TokenRefusal;
  readonly #signal: AbortSignal | undefined;
  #settings: OauthSettings;
  #kept: KeptAuthorization;
  #facts: OauthFacts = NO_OAUTH_FACTS;

  constructor(options: OauthOptions, refusal: TokenRefusal, signal: AbortSignal | undefined) {
    this.#options = options;
    this.#refusal = refusal;
    this.#signal = signal;
    this.#settings = options.settings;
    const { serverUrl } = options.settings;
    const kept = options.store.read();
    this.#kept =
      kept?.serverUrl === serverUrl ? kept : { serverUrl, tokens: null, client: null, scope: null };
  }

  /** Anew each time: the server may have moved to another authorization server. */
  async discover(): Promise<Outcome> {
    const none = { resourceMetadata: null, scope: null, error: null, errorDescription: null };
    const challenge = parseChallenge(this.#refusal.challenge) ?? none;
    this.#facts = { ...NO_OAUTH_FACTS, challenge: { ...challenge, status: this.#refusal.status } };
    const resource = await this.#run('resource');
    return resource.ok ? this.#run('server') : resource;
  }

  /** A token that lacks scopes is not refreshed: a refresh never widens it (RFC 6749, 6). */
  async refresh(): Promise<boolean> {
    const { tokens, client } = this.#kept;
    const issuer = this.#facts.server?.issuer;
    if (this.#refusal.status === 403 || !tokens?.refreshToken) return false;
    if (tokens.issuer !== issuer || client?.issuer !== issuer) return false;
    this.#facts = { ...this.#facts, tokens, client };
    const refreshed = await this.#run('refresh');
    if (refreshed.ok) this.#keep();
    return refreshed.ok;
  }

  async signIn(): Promise<Outcome> {
    const widened = this.#widen();
    if (!widened.ok) return widened;
    const known = await this.#useClient();
    if (!known.ok) return known;
    const signedIn = await this.#askPerson();
    if (signedIn.ok || signedIn.code !== 'invalid_client') return signedIn;
    // The authorization server has forgotten a client that registered dynamically.
    if (this.#facts.client?.source !== 'dynamic' || this.#kept.client === null) return signedIn;
    this.#kept = { ...this.#kept, client: null };
    const again = await this.#useClient();
    return again.ok ? this.#askPerson() : again;
  }

  /** Asks for what was granted before as well, or the new token could do less. */
  #widen(): Outcome {
    const isSame = this.#kept.tokens?.issuer === this.#facts.server?.issuer;
    const before = isSame ? this.#kept.scope : null;
    const chosen = chooseScope({ settings: this.#settings, facts: this.#facts });
    const scope = joinScopes(before, chosen, this.#facts.challenge?.scope ?? null);
    if (this.#refusal.status === 403 && scope === (before ?? '')) {
      const message = `The server asks for the scopes ${this.#facts.challenge?.scope ?? ''} again, which the token was asked for already.`;
      return fail({ reason: 'token-refused', message, code: 'insufficient_scope' });
    }
    this.#settings = { ...this.#settings, scope };
    return succeed(null);
  }

  async #useClient(): Promise<Outcome> {
    const { client } = this.#kept;
    const issuer = this.#facts.server?.issuer;
    const { clientId, registration } = this.#settings;
    const isOwn = registration === 'own' || (registration === 'auto' && clientId !== '');
    if (isOwn && client?.id === clientId && client.issuer !== issuer) {
      const message = `Your client ${clientId} belongs to ${client.issuer}, but the server now names ${issuer}. Its credentials were not sent there.`;
      return fail({ reason: 'wrong-client', message });
    }
    const fits = client?.source === 'dynamic' && client.issuer === issuer && !isOwn;
    if (!fits || registration === 'document') return this.#run('client');
    this.#facts = { ...this.#facts, client };
    return succeed(null);
  }

  async #askPerson(): Promise<Outcome> {
    const prepared = await this.#run('request');
    if (!prepared.ok) return prepared;
    const { request } = this.#facts;
    if (request === null) return prepared;
    const answered = await this.#options.askPerson(request, this.#signal);
    if (!answered.ok) return answered;
    this.#facts = { ...this.#facts, callback: answered.value };
    const checked = await this.#run('callback');
    if (!checked.ok) return checked;
    const redeemed = await this.#run('token');
    if (redeemed.ok) this.#keep();
    return redeemed;
  }

  #keep(): void {
    const { tokens, client, request } = this.#facts;
    const scope = request === null ? this.#kept.scope : request.scope;
    this.#kept = { ...this.#kept, tokens, client, scope };
    this.#options.store.write(this.#kept);
  }

  async #run(id: OauthStepId): Promise<Outcome> {
    const step = OAUTH_STEPS.find((each) => each.id === id);
    if (step === undefined) throw new Error(`There is no step ${id}.`);
    const { send, onStep } = this.#options;
    const outcome = await step.run({ settings: this.#settings, facts: this.#facts, send });
    onStep?.(id, outcome);
    if (!outcome.result.ok) return outcome.result;
    this.#facts = { ...this.#facts, ...outcome.result.value };
    return succeed(null);
  }
}
