import type { Answer } from './answer-requests.ts';

const CALLS = [
  'lookup',
  'resetPassword',
  'sendOobCode',
  'signInWithPassword',
  'signUp',
  'token',
  'update',
] as const;
type Call = (typeof CALLS)[number];

/** Stands for Google's side of Firebase: refuses what it is told to, else serves one user. */
export interface FakeIdentity {
  /** Messages of refusals, by call; `offline`: the network fails. */
  refuses: Partial<Record<Call, string>>;
  /** Calls wait for it before they are answered. */
  holds: Partial<Record<Call, Promise<void>>>;
  /** Tokens that are given from now on are others. */
  renew: () => void;
  /** The calls that were made, in their order. */
  asked: string[];
  answer: Answer;
}

const ADDRESS =
  /^https:\/\/(?:identitytoolkit\.googleapis\.com\/v1\/accounts:|securetoken\.googleapis\.com\/v1\/)(\w+)/;

/** Makes a side of Google's with one user. */
export function fakeIdentity({ email = 'ada@example.com', isVerified = true } = {}): FakeIdentity {
  const tokens = {
    localId: 'uid-of-ada',
    email,
    idToken: toToken(email, isVerified),
    refreshToken: 'refresh-of-ada',
    expiresIn: '3600',
  };
  const answers: Record<Call, object> = {
    signInWithPassword: tokens,
    signUp: tokens,
    sendOobCode: { email },
    resetPassword: { email, requestType: 'PASSWORD_RESET' },
    update: { email, emailVerified: true },
    lookup: { users: [{ localId: tokens.localId, email, emailVerified: isVerified }] },
    token: { access_token: tokens.idToken, refresh_token: tokens.refreshToken, expires_in: '3600' },
  };
  const identity: FakeIdentity = {
    refuses: {},
    holds: {},
    renew: () => {
      answers.token = {
        access_token: toToken(email, isVerified, 'renewed'),
        refresh_token: tokens.refreshToken,
        expires_in: '3600',
      };
    },
    asked: [],
    answer: async ({ url }) => {
      const call = CALLS.find((name) => name === ADDRESS.exec(url)?.[1]);
      if (call === undefined) return undefined;
      identity.asked.push(call);
      await identity.holds[call];
      const refusal = identity.refuses[call];
      if (refusal === 'offline') throw new TypeError('Failed to fetch');
      if (refusal === undefined) return Response.json(answers[call]);
      return Response.json({ error: { code: 400, message: refusal } }, { status: 400 });
    },
  };
  return identity;
}

/** Bears no signature, as those of the emulator: the SDK reads its times only. */
function toToken(email: string, isVerified: boolean, jti = 'first'): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    jti,
    sub: 'uid-of-ada',
    email,
    email_verified: isVerified,
    iat: now,
    exp: now + 3_600,
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.`;
}
