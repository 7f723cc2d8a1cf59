import type { AuthScheme, Upstream } from '../definition.ts';
import { isHeaderText } from '../request/header-text.ts';
import { secretNames } from './secret-names.ts';
import type { RequestSigner } from './signing/sign-request.ts';

/** Schemes whose requests carry an access token that is asked for first. */
export type TokenScheme = Extract<
  AuthScheme,
  { kind: 'oauth2ClientCredentials' | 'oauth2AuthorizationCode' }
>;

export type TokenAnswer = { ok: true; token: string } | { ok: false; message: string };

/** Looks up the value of a secret by its name; undefined if it is not set. */
export type SecretLookup = (name: string) => string | undefined | Promise<string | undefined>;

/** Credentials to add to a request. */
export interface Credentials {
  headers: [name: string, value: string][];
  query: [name: string, value: string][];
  cookies: [name: string, value: string][];
}

/** Gets an access token for a scheme, whose secrets are looked up by their names. */
export type TokenSource = (
  scheme: TokenScheme,
  valueOf: (secret: string) => string,
) => Promise<TokenAnswer>;

export type Authorization =
  | {
      ok: true;
      credentials: Credentials;
      usesToken: boolean;
      /** Schemes that sign the request once it is complete. */
      signers: RequestSigner[];
    }
  | { ok: false; reason: 'secretMissing' | 'authFailed' | 'refused'; message: string };

/**
 * Applies the first alternative whose secrets are all set; without any alternative, or with an empty one, the
 * call has no credentials.
 *
 * @param security the action's own alternatives; default: the upstream's.
 */
export async function authorize(
  upstream: Upstream,
  security: string[][] | undefined,
  secrets: SecretLookup,
  token: TokenSource,
): Promise<Authorization> {
  const alternatives = security ?? upstream.security;
  if (alternatives.length === 0) return apply([], new Map(), token);
  const missing: string[][] = [];
  for (const alternative of alternatives) {
    const schemes = alternative.map((id) => upstream.auth.find((scheme) => scheme.id === id));
    if (!schemes.every((scheme) => scheme !== undefined)) continue;
    const values = await readSecrets(schemes.flatMap(secretNames), secrets);
    const unset = [...values].filter(([, value]) => !value).map(([name]) => name);
    if (unset.length === 0) return apply(schemes, values, token);
    missing.push(unset);
  }
  return { ok: false, reason: 'secretMissing', message: missingText(upstream, missing) };
}

async function readSecrets(names: string[], secrets: SecretLookup): Promise<Map<string, string>> {
  const read = names.map(async (name) => [name, (await secrets(name)) ?? ''] as const);
  return new Map(await Promise.all(read));
}

function missingText(upstream: Upstream, missing: string[][]): string {
  const name = upstream.title ?? upstream.id;
  if (missing.length === 0) return `No authentication that ${name} accepts is configured.`;
  const connected = upstream.auth.flatMap((scheme) =>
    'refreshTokenSecret' in scheme ? [scheme.refreshTokenSecret] : [],
  );
  const describe = (secret: string) =>
    connected.includes(secret) ? `${secret} (by connecting the API)` : secret;
  const choices = missing.map((names) => names.map(describe).join(' and '));
  return `Credentials for ${name} are missing: set ${choices.join(', or ')}.`;
}

async function apply(
  schemes: AuthScheme[],
  values: ReadonlyMap<string, string>,
  token: TokenSource,
): Promise<Authorization> {
  const credentials: Credentials = { headers: [], query: [], cookies: [] };
  const valueOf = (name: string) => values.get(name) ?? '';
  const signers: RequestSigner[] = [];
  let usesToken = false;
  for (const scheme of schemes) {
    switch (scheme.kind) {
      case 'apiKey': {
        const place = { header: 'headers', query: 'query', cookie: 'cookies' } as const;
        credentials[place[scheme.in]].push([scheme.name, valueOf(scheme.secret)]);
        break;
      }
      case 'bearer':
        credentials.headers.push(['Authorization', `Bearer ${valueOf(scheme.secret)}`]);
        break;
      case 'basic': {
        const pair = toBasic(valueOf(scheme.usernameSecret), valueOf(scheme.passwordSecret));
        credentials.headers.push(['Authorization', pair]);
        break;
      }
      case 'oauth2AuthorizationCode':
      case 'oauth2ClientCredentials': {
        const answer = await token(scheme, valueOf);
        if (!answer.ok) return { ok: false, reason: 'authFailed', message: answer.message };
        credentials.headers.push(['Authorization', `Bearer ${answer.token}`]);
        usesToken = true;
        break;
      }
      case 'signature':
      case 'awsSignature':
        signers.push({ scheme, secretOf: valueOf });
    }
  }
  const broken = credentials.headers.find(([, value]) => !isHeaderText(value));
  if (broken === undefined) return { ok: true, credentials, usesToken, signers };
  const message = `The secret for the ${broken[0]} header contains a line break, a control character or one beyond ASCII, which no header can carry. Set it again.`;
  return { ok: false, reason: 'refused', message };
}

/** RFC 7617, in UTF-8. */
export function toBasic(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
