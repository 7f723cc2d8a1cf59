import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

import * as z from 'zod';

/** Project in `.dev.vars.example`, with which every built Worker of the tests runs. */
export const PROJECT = 'demo-mcp';
const API_KEY = 'demo-key';

/** `host:port` of the emulator used by the build for tests. */
export function readEmulatorHost(): string {
  const text = readFileSync('build-emulator/server/auth-emulator.json', 'utf8');
  return z.object({ host: z.string() }).parse(JSON.parse(text)).host;
}

const Tokens = z.object({ localId: z.string(), idToken: z.string(), refreshToken: z.string() });
/** Tokens of a sign-in. */
export type Tokens = z.infer<typeof Tokens>;

const OobCode = z.object({
  email: z.string(),
  requestType: z.string(),
  oobCode: z.string(),
  oobLink: z.string(),
});
/** Code in a mail. */
export type OobCode = z.infer<typeof OobCode>;

const Account = z.looseObject({
  localId: z.string(),
  email: z.string().optional(),
  emailVerified: z.boolean().optional(),
  displayName: z.string().optional(),
  photoUrl: z.string().optional(),
  disabled: z.boolean().optional(),
  createdAt: z.string().optional(),
  lastLoginAt: z.string().optional(),
  providerUserInfo: z.array(z.looseObject({ providerId: z.string() })).default([]),
});
/** An account as shown to its owner by `accounts:lookup`. */
export type Account = z.infer<typeof Account>;

const Anything = z.looseObject({});

async function send<T>(
  schema: z.ZodType<T>,
  path: string,
  options: { method?: string; body?: object; isAdmin?: boolean } = {},
): Promise<T> {
  const { method = 'POST', body, isAdmin } = options;
  const response = await fetch(`http://${readEmulatorHost()}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(isAdmin ? { authorization: 'Bearer owner' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`emulator: ${method} ${path}: ${response.status} ${text}`);
  return schema.parse(JSON.parse(text));
}

const v1 = (action: string) =>
  `/identitytoolkit.googleapis.com/v1/accounts:${action}?key=${API_KEY}`;
const admin = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}`;
const emulator = `/emulator/v1/projects/${PROJECT}`;

/** A unique address: the emulator is shared. */
export function uniqueEmail(name = 'user'): string {
  return `${name}-${randomUUID().slice(0, 8)}@example.com`;
}

/** Creates an account with a password; its address is not verified. */
export function signUp(email: string, password: string, displayName?: string): Promise<Tokens> {
  const body = { email, password, displayName, returnSecureToken: true };
  return send(Tokens, v1('signUp'), { body });
}

/** Signs in by password, as production's SDK does. */
export function signInWithPassword(email: string, password: string): Promise<Tokens> {
  return send(Tokens, v1('signInWithPassword'), {
    body: { email, password, returnSecureToken: true },
  });
}

/** Signs in with a Google account, which need not exist before. */
export function signInWithGoogle(email: string, name = '', picture = ''): Promise<Tokens> {
  const profile = { sub: `google-${email}`, email, email_verified: true, name, picture };
  const idToken = encodeURIComponent(JSON.stringify(profile));
  return send(Tokens, v1('signInWithIdp'), {
    body: {
      postBody: `id_token=${idToken}&providerId=google.com`,
      requestUri: 'http://localhost',
      returnSecureToken: true,
      returnIdpCredential: true,
    },
  });
}

/** Signs in anonymously. */
export function signInAnonymously(): Promise<Tokens> {
  return send(Tokens, v1('signUp'), { body: { returnSecureToken: true } });
}

/** The account of a token. */
export async function lookUp(idToken: string): Promise<Account> {
  const { users } = await send(z.object({ users: z.tuple([Account]) }), v1('lookup'), {
    body: { idToken },
  });
  return users[0];
}

/** The account with an address, or null. */
export async function findAccount(email: string): Promise<Account | null> {
  const { users } = await send(
    z.object({ users: z.array(Account).optional() }),
    `${admin}/accounts:lookup`,
    { body: { email: [email] }, isAdmin: true },
  );
  return users?.[0] ?? null;
}

/**
 * Changes an account as the console does: `{ emailVerified: true }`, `{ disableUser: true }`, `{ displayName:
 * '…' }`. `{ validSince: '<seconds>' }` invalidates all earlier tokens.
 */
export async function updateAccount(uid: string, changes: object): Promise<void> {
  const body = { localId: uid, ...changes };
  await send(Anything, `${admin}/accounts:update`, { body, isAdmin: true });
}

/** Deletes an account as the console does. */
export async function deleteAccount(uid: string): Promise<void> {
  await send(Anything, `${admin}/accounts:delete`, { body: { localId: uid }, isAdmin: true });
}

/** Mails to an address, oldest first, without those whose code was used. */
export async function readMail(email: string): Promise<OobCode[]> {
  const schema = z.object({ oobCodes: z.array(OobCode) });
  const { oobCodes } = await send(schema, `${emulator}/oobCodes`, { method: 'GET' });
  return oobCodes.filter((code) => code.email === email);
}

/** Follows the last mailed link of a kind, as the address's owner would. */
export async function followMail(
  email: string,
  requestType: 'VERIFY_EMAIL' | 'PASSWORD_RESET',
  newPassword?: string,
): Promise<void> {
  const mail = (await readMail(email)).findLast((code) => code.requestType === requestType);
  if (!mail) throw new Error(`nothing of ${requestType} was mailed to ${email}`);
  const link = new URL(mail.oobLink);
  if (newPassword !== undefined) link.searchParams.set('newPassword', newPassword);
  const response = await fetch(link, { redirect: 'manual' });
  if (response.status >= 400) throw new Error(`${link.href}: ${await response.text()}`);
}

/** Sets whether the project hides which accounts exist: production's default, not the emulator's. */
export async function hideAccounts(isHiding: boolean): Promise<void> {
  const body = { emailPrivacyConfig: { enableImprovedEmailPrivacy: isHiding } };
  await send(Anything, `${emulator}/config`, { method: 'PATCH', body, isAdmin: true });
}

/** An unsigned token in the emulator's format, with custom claims. */
export function makeEmulatorToken(claims: Record<string, unknown> = {}): string {
  const now = Math.floor(Date.now() / 1_000);
  const uid = typeof claims['sub'] === 'string' ? claims['sub'] : `uid-${randomUUID()}`;
  const email = `${uid}@example.com`;
  const payload = {
    name: 'Test',
    email,
    email_verified: true,
    auth_time: now,
    user_id: uid,
    firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
    iat: now,
    exp: now + 3_600,
    aud: PROJECT,
    iss: `https://securetoken.google.com/${PROJECT}`,
    sub: uid,
    ...claims,
  };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
}
