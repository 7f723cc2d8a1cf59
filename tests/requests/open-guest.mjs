import { setTimeout as pause } from 'node:timers/promises';

const MOST_TRIES = 5;
const LONGEST_PAUSE_S = 60;
const USUAL_PAUSE_S = 5;

/**
 * A browser without an account: keeps its cookies, and waits where it is asked to.
 * @param {string} origin of the server
 * @param {number} turnMs after which a request is given up
 * @returns {(path: string, init?: { method?: string, body?: string }) =>
 *   Promise<{ status: number, ok: boolean, text: string }>}
 */
export function openGuest(origin, turnMs) {
  const jar = new Map();
  const send = async (path, init) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { origin, 'sec-fetch-site': 'same-origin' };
    if (cookie) headers.cookie = cookie;
    if (init.body) headers['content-type'] = 'application/json';
    const signal = AbortSignal.timeout(turnMs);
    const response = await fetch(origin + path, { ...init, signal, headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at).trim(), pair.slice(at + 1));
    }
    const seconds = Number(response.headers.get('retry-after')) || USUAL_PAUSE_S;
    const text = await response.text();
    return { status: response.status, ok: response.ok, text, seconds };
  };
  return async (path, init = {}) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await send(path, init);
      if (answer.status !== 429 || tries === MOST_TRIES) return answer;
      await pause(1000 * Math.min(LONGEST_PAUSE_S, answer.seconds));
    }
  };
}

/**
 * The text of an answer that was not refused.
 * @returns {Promise<string>}
 */
export async function requireOk(answer, what) {
  const { ok, status, text } = await answer;
  if (!ok) throw new Error(`${what}: ${status} ${detailOf(text)}`.trim());
  return text;
}

function detailOf(text) {
  try {
    return JSON.parse(text).detail ?? '';
  } catch {
    return '';
  }
}

/** Makes a chat, and gives its id. */
export async function openChat(call) {
  const created = call('/api/chats', { method: 'POST', body: '{}' });
  return JSON.parse(await requireOk(created, 'POST /api/chats')).id;
}

/**
 * The token of a draft, which its maker is shown.
 * @returns {Promise<string>}
 */
export async function readToken(call, id) {
  return JSON.parse(await requireOk(call(`/api/drafts/${id}`), 'GET draft')).token;
}

/**
 * Connects a model as the page does for a guest's tab.
 * @param connection `{ kind, baseUrl, model, value }`; `value` is the key
 * @returns what each turn carries, so that this model answers it
 */
export async function connectModel(call, connection) {
  const sealed = call('/api/models/tab', { method: 'POST', body: JSON.stringify(connection) });
  const { token } = JSON.parse(await requireOk(sealed, 'POST /api/models/tab'));
  return { model: 'own:tab', connection: token };
}
