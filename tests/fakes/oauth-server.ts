import { createHash, randomBytes } from 'node:crypto';

/** The part of a request that the server looks at, of any platform. */
interface Asked {
  method: string;
  url: string;
  headers: { get: (name: string) => string | null };
  text: () => Promise<string>;
}

/** An answer, for any platform's `Response`. */
export interface OAuthAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A registered client, and how the server treats it. */
export interface OAuthRegistration {
  id: string;
  /** Null: a public client. */
  secret: string | null;
  redirectUris: string[];
  /** What the person says at the authorization endpoint. */
  decision: 'allow' | 'deny';
  /** Each refresh gives a new refresh token, and the use of an old one ends them all. */
  rotates: boolean;
  givesRefreshTokens: boolean;
  /** Whether the credentials of the client may come in the header. */
  takesBasic: boolean;
  expiresIn: number;
}

/** What a person has allowed: one family of tokens. */
interface Grant {
  client: string;
  scope: string;
  isRevoked: boolean;
  access: Set<string>;
  refresh: string | null;
  spent: Set<string>;
}

interface Code {
  client: string;
  redirectUri: string;
  challenge: string;
  scope: string;
  grant: Grant | null;
}

type Failure = { error: string; status?: number };
type Given = { tokens: object };

/**
 * A stateful authorization server and the API that it protects: RFC 6749 (exact redirect addresses, codes of one
 * use, refresh), 7636 (S256 only), 6750 (bearer tokens) and 9700 (a code or a replaced refresh token that is used
 * twice ends all that it gave).
 *
 * `/authorize` answers as if the person had decided at once, `/token` gives tokens, `/register` makes a
 * client, `/expire` ends a client's access tokens, `/revoke` all that it was given, and `/api/…` tells who calls.
 */
export class OAuthServer {
  readonly #clients = new Map<string, OAuthRegistration>();
  readonly #codes = new Map<string, Code>();
  readonly #grants: Grant[] = [];
  /** Requests to the token endpoint: who asked for what. */
  readonly asked: { client: string; grant: string; error: string | null }[] = [];

  register(given: Partial<OAuthRegistration> = {}): OAuthRegistration {
    const client = {
      id: `client-${token(6)}`,
      secret: `secret-${token(12)}`,
      redirectUris: [],
      decision: 'allow' as const,
      rotates: true,
      givesRefreshTokens: true,
      takesBasic: true,
      expiresIn: 3_600,
      ...given,
    };
    this.#clients.set(client.id, client);
    return client;
  }

  async answer(request: Asked): Promise<OAuthAnswer> {
    const url = new URL(request.url);
    if (url.pathname === '/register') return json(this.register(JSON.parse(await request.text())));
    if (url.pathname === '/authorize') return this.#authorize(url.searchParams);
    if (url.pathname === '/token') return this.#tokens(request);
    if (url.pathname === '/asked') return json(this.#askedBy(url.searchParams.get('client')));
    if (url.pathname === '/expire' || url.pathname === '/revoke') {
      const isWhole = url.pathname === '/revoke';
      this.end(url.searchParams.get('client') ?? '', isWhole);
      return json({});
    }
    return this.#api(request, url);
  }

  /** Ends the access tokens of a client, or all that it was given. */
  end(client: string, isWhole: boolean): void {
    for (const grant of this.#grants.filter((each) => each.client === client)) {
      grant.access.clear();
      if (isWhole) grant.isRevoked = true;
    }
  }

  #askedBy(client: string | null) {
    return this.asked.filter((each) => each.client === client);
  }

  #authorize(query: URLSearchParams): OAuthAnswer {
    const client = this.#clients.get(query.get('client_id') ?? '');
    const redirectUri = query.get('redirect_uri') ?? '';
    // RFC 6749, 4.1.2.1: nobody is sent to an address that the client has not registered.
    if (!client?.redirectUris.includes(redirectUri)) return json({ error: 'invalid_request' }, 400);
    const target = new URL(redirectUri);
    const state = query.get('state');
    if (state !== null) target.searchParams.set('state', state);
    const challenge = query.get('code_challenge') ?? '';
    const error = findAuthorizationError(query, challenge, client);
    if (error !== null) {
      target.searchParams.set('error', error);
    } else {
      const code = `code-${token(24)}`;
      const scope = query.get('scope') ?? '';
      this.#codes.set(code, { client: client.id, redirectUri, challenge, scope, grant: null });
      target.searchParams.set('code', code);
    }
    return { status: 302, headers: { location: target.href }, body: '' };
  }

  async #tokens(request: Asked): Promise<OAuthAnswer> {
    const form = new URLSearchParams(await request.text());
    const isForm = request.headers
      .get('content-type')
      ?.startsWith('application/x-www-form-urlencoded');
    if (request.method !== 'POST' || !isForm) return json({ error: 'invalid_request' }, 400);
    const client = this.#authenticate(request.headers.get('authorization'), form);
    const outcome = 'error' in client ? client : this.#give(client, form);
    const error = 'error' in outcome ? outcome.error : null;
    const id = 'error' in client ? (form.get('client_id') ?? '') : client.id;
    this.asked.push({ client: id, grant: form.get('grant_type') ?? '', error });
    if (!('error' in outcome)) return json(outcome.tokens);
    return json({ error: outcome.error }, outcome.status ?? 400);
  }

  #authenticate(header: string | null, form: URLSearchParams): OAuthRegistration | Failure {
    const [, pair] = /^Basic (.+)$/.exec(header ?? '') ?? [];
    const [user = '', password = ''] = pair === undefined ? [] : fromBasic(pair);
    // RFC 6749, 2.3: one way in one request.
    if (pair !== undefined && form.has('client_secret')) return { error: 'invalid_request' };
    const client = this.#clients.get(pair === undefined ? (form.get('client_id') ?? '') : user);
    const secret = pair === undefined ? form.get('client_secret') : password;
    const isWay = pair === undefined || client?.takesBasic === true;
    if (!client || !isWay || secret !== client.secret) {
      return { error: 'invalid_client', status: 401 };
    }
    return client;
  }

  #give(client: OAuthRegistration, form: URLSearchParams): Given | Failure {
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return this.#redeem(client, form);
      case 'refresh_token':
        return this.#refresh(client, form.get('refresh_token') ?? '');
      default:
        return { error: 'unsupported_grant_type' };
    }
  }

  #redeem(client: OAuthRegistration, form: URLSearchParams): Given | Failure {
    const code = this.#codes.get(form.get('code') ?? '');
    if (!code || code.client !== client.id) return { error: 'invalid_grant' };
    if (code.grant !== null) {
      code.grant.isRevoked = true;
      return { error: 'invalid_grant' };
    }
    const isProven = challengeOf(form.get('code_verifier') ?? '') === code.challenge;
    if (code.redirectUri !== form.get('redirect_uri') || !isProven)
      return { error: 'invalid_grant' };
    const { scope } = code;
    const grant: Grant = {
      client: client.id,
      scope,
      isRevoked: false,
      access: new Set(),
      refresh: null,
      spent: new Set(),
    };
    code.grant = grant;
    this.#grants.push(grant);
    if (client.givesRefreshTokens) grant.refresh = `refresh-${token(24)}`;
    return this.#issue(client, grant, grant.refresh);
  }

  #refresh(client: OAuthRegistration, given: string): Given | Failure {
    const grant = this.#grants.find(
      (each) => each.client === client.id && (each.refresh === given || each.spent.has(given)),
    );
    if (grant?.spent.has(given)) grant.isRevoked = true;
    if (!grant || grant.isRevoked) return { error: 'invalid_grant' };
    if (!client.rotates) return this.#issue(client, grant, null);
    grant.spent.add(given);
    grant.refresh = `refresh-${token(24)}`;
    return this.#issue(client, grant, grant.refresh);
  }

  #issue({ expiresIn }: OAuthRegistration, grant: Grant, refresh: string | null): Given {
    const access = `access-${token(24)}`;
    grant.access.add(access);
    const tokens = {
      access_token: access,
      token_type: 'Bearer',
      expires_in: expiresIn,
      scope: grant.scope,
      ...(refresh === null ? {} : { refresh_token: refresh }),
    };
    return { tokens };
  }

  #api(request: Asked, url: URL): OAuthAnswer {
    const header = request.headers.get('authorization');
    const [, access = ''] = /^Bearer ([\w.~+/-]+=*)$/.exec(header ?? '') ?? [];
    const grant = this.#grants.find((each) => !each.isRevoked && each.access.has(access));
    if (!grant) {
      // RFC 6750, 3.1: no error code where no credentials were given.
      const challenge = header === null ? 'Bearer' : 'Bearer error="invalid_token"';
      return json({ error: 'unauthorized' }, 401, { 'www-authenticate': challenge });
    }
    const { client, scope } = grant;
    return json({ client, scope, path: url.pathname, header });
  }
}

function findAuthorizationError(
  query: URLSearchParams,
  challenge: string,
  { decision }: OAuthRegistration,
): string | null {
  if (query.get('response_type') !== 'code') return 'unsupported_response_type';
  const isS256 = query.get('code_challenge_method') === 'S256';
  if (!isS256 || !/^[\w-]{43}$/.test(challenge)) return 'invalid_request';
  return decision === 'deny' ? 'access_denied' : null;
}

function challengeOf(verifier: string): string | null {
  // RFC 7636, 4.1.
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return null;
  return createHash('sha256').update(verifier).digest('base64url');
}

/** RFC 6749, 2.3.1: both parts are encoded as in a form. */
function fromBasic(pair: string): string[] {
  return Buffer.from(pair, 'base64').toString('utf8').split(':').map(decodeURIComponent);
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}): OAuthAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  };
}

function token(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
