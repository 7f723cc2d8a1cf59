import { Response, type Request } from 'miniflare';
import * as z from 'zod';

/** Host of Firebase's user API. */
export const IDENTITY_HOST = 'identitytoolkit.googleapis.com';

/** Host through which tests in workerd control this fake. */
export const IDENTITY_CONTROL_HOST = 'identity-toolkit.invalid';

/** A user in this fake; unknown users exist and are enabled. */
const FakeUser = z.strictObject({
  exists: z.boolean().default(true),
  disabled: z.boolean().default(false),
  /** Their last sign-in was too long ago. */
  isTooOld: z.boolean().default(false),
  /** Methods that fail, and methods that never respond. */
  failing: z.array(z.enum(['lookup', 'delete'])).default([]),
  hanging: z.array(z.enum(['lookup', 'delete'])).default([]),
});
type FakeUser = z.infer<typeof FakeUser>;

const Body = z.strictObject({ idToken: z.string() });
const Payload = z.looseObject({
  sub: z.string(),
  email: z.string().optional(),
  name: z.string().optional(),
  email_verified: z.boolean().optional(),
});

const users = new Map<string, FakeUser>();

/**
 * `accounts:lookup` and `accounts:delete` with a user's own ID token, as documented at
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts; and
 * `https://identity-toolkit.invalid/users/<uid>`, which sets (`PUT`) and returns (`GET`) a user.
 */
export async function answerIdentityToolkit(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.host === IDENTITY_CONTROL_HOST) return steer(request, url);
  const method = /^\/v1\/accounts:(lookup|delete)$/.exec(url.pathname)?.[1];
  if (request.method !== 'POST' || (method !== 'lookup' && method !== 'delete')) {
    return new Response('', { status: 404 });
  }
  if (!url.searchParams.get('key')) return refuse(403, 'PERMISSION_DENIED');
  const body = Body.safeParse(await request.json());
  if (!body.success) return refuse(400, 'MISSING_ID_TOKEN');
  const payload = readPayload(body.data.idToken);
  if (payload === null) return refuse(400, 'INVALID_ID_TOKEN');
  return answerUser(method, payload, users.get(payload.sub) ?? FakeUser.parse({}));
}

async function answerUser(
  method: 'lookup' | 'delete',
  payload: z.infer<typeof Payload>,
  user: FakeUser,
): Promise<Response> {
  if (user.hanging.includes(method)) await new Promise(() => {});
  if (user.failing.includes(method)) return refuse(503, 'Service unavailable.', 'UNAVAILABLE');
  if (!user.exists) return refuse(400, 'USER_NOT_FOUND');
  if (user.disabled) return refuse(400, 'USER_DISABLED');
  if (method === 'delete') {
    if (user.isTooOld) return refuse(400, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
    users.set(payload.sub, { ...user, exists: false });
    return Response.json({ kind: 'identitytoolkit#DeleteAccountResponse' });
  }
  const account = {
    localId: payload.sub,
    email: payload.email,
    emailVerified: payload.email_verified,
    displayName: payload.name,
    validSince: '1700000000',
    createdAt: '1700000000000',
    lastLoginAt: '1700000000000',
    providerUserInfo: [{ providerId: 'google.com', rawId: '1', email: payload.email }],
  };
  return Response.json({ kind: 'identitytoolkit#GetAccountInfoResponse', users: [account] });
}

async function steer(request: Request, url: URL): Promise<Response> {
  const uid = url.pathname.replace('/users/', '');
  if (request.method === 'PUT') users.set(uid, FakeUser.parse(await request.json()));
  return Response.json(users.get(uid) ?? FakeUser.parse({}));
}

function readPayload(token: string): z.infer<typeof Payload> | null {
  const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  try {
    return Payload.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Google's error envelope. */
function refuse(code: number, message: string, status = 'INVALID_ARGUMENT'): Response {
  const errors = [{ message, domain: 'global', reason: 'invalid' }];
  return Response.json({ error: { code, message, errors, status } }, { status: code });
}
