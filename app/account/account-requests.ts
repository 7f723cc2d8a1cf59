import { AUTH_TEXTS } from '#app/auth/auth-texts.ts';
import { authorizedFetch } from '#app/auth/authorized-fetch.ts';
import { RECENT_LOGIN_TYPE } from '#app/auth/deletion/recent-login.ts';
import { readProblem } from '#app/platform/read-problem.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

export type AccountFailure =
  /** The user has to show their password, or Google, once more. */
  | { reason: 'recentLoginRequired' }
  /** The session is gone already, or never was. */
  | { reason: 'gone' }
  /** Everything else, in words for people. */
  | { reason: 'failed'; text: string };

/** Ends one session of the signed-in user. */
export function requestSessionEnd(id: string): Promise<Result<void, AccountFailure>> {
  return remove(`/api/sessions/${encodeURIComponent(id)}`);
}

/** Ends all sessions of the signed-in user, this browser's too. */
export function endAllSessions(): Promise<Result<void, AccountFailure>> {
  return remove('/api/sessions');
}

/** Deletes the signed-in user and all that is theirs. */
export function deleteOwnAccount(): Promise<Result<void, AccountFailure>> {
  return remove('/api/account');
}

/** Where the user's data is downloaded from. */
export const EXPORT_PATH = '/api/account/export';

/** Asks whether the user's data can be downloaded now; authenticated as the download itself is, by cookies alone. */
export function requestExport(): Promise<Result<void, AccountFailure>> {
  return send('POST', EXPORT_PATH, { readToken: () => Promise.resolve(null) });
}

function remove(path: string): Promise<Result<void, AccountFailure>> {
  return send('DELETE', path);
}

async function send(
  method: string,
  path: string,
  over: Parameters<typeof authorizedFetch>[2] = {},
): Promise<Result<void, AccountFailure>> {
  let response: Response;
  try {
    response = await authorizedFetch(path, { method }, over);
  } catch {
    return fail({ reason: 'failed', text: AUTH_TEXTS.network });
  }
  if (response.ok) return succeed(undefined);
  if (response.status === 404) return fail({ reason: 'gone' });
  // A page of a proxy in between is no problem document.
  const problem = readProblem(await response.json().catch(() => null));
  if (problem?.type === RECENT_LOGIN_TYPE) return fail({ reason: 'recentLoginRequired' });
  if (response.status === 401) return fail({ reason: 'failed', text: AUTH_TEXTS.signInAgain });
  const text = problem?.detail ?? `The server answered ${response.status}.`;
  return fail({ reason: 'failed', text });
}
