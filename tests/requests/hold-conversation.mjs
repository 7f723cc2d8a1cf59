import { setTimeout as pause } from 'node:timers/promises';

import { judge } from './judge.mjs';

const MOST_TRIES = 5;
const LONGEST_PAUSE_S = 60;
const USUAL_PAUSE_S = 5;

/** A browser without an account: keeps its cookies, and waits where it is asked to. */
function openGuest(origin, turnMs) {
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

const isQuestion = (words) => /ask_user|question/i.test(words);

/** What a turn's event stream says: its text, whether something is asked, and its error. */
function readStream(stream) {
  /** @type {{ text: string, asked: boolean, error: string | null }} */
  const seen = { text: '', asked: false, error: null };
  for (const line of stream.split('\n')) {
    if (!line.startsWith('data: {')) continue;
    const event = JSON.parse(line.slice('data: '.length));
    if (event.type === 'text-delta') seen.text += event.delta ?? '';
    if (event.type === 'error') seen.error = event.errorText ?? 'error';
    if (!isQuestion(`${event.type} ${event.toolName ?? ''}`)) continue;
    seen.asked = true;
    seen.text += ` ${JSON.stringify(event.input ?? event.data ?? '')}`;
  }
  return seen;
}

/** The answer as the chat keeps it; what was streamed where it keeps none. */
function readAnswer(messages, stream) {
  const seen = readStream(stream);
  const from = messages.findLastIndex(({ role }) => role === 'user');
  const parts = messages.slice(from + 1).flatMap((message) => message.parts ?? []);
  const questions = parts.filter(({ type, toolName }) => isQuestion(`${type} ${toolName ?? ''}`));
  const lines = parts.flatMap((part) => {
    if (part.type === 'text') return [part.text];
    return questions.includes(part) ? [JSON.stringify(part.input ?? part.data ?? '')] : [];
  });
  const text = lines.join('\n').trim() ? lines.join('\n') : seen.text;
  return {
    text: text.replace(/[\u2018\u2019]/g, "'"),
    asked: seen.asked || questions.length > 0,
    error: seen.error,
  };
}

async function requireOk(answer, what) {
  const { ok, status, text } = await answer;
  if (!ok) throw new Error(`${what}: ${status}`);
  return text;
}

/** Says one thing and waits for the answer. */
async function takeTurn(call, chatId, text) {
  const message = { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] };
  const body = JSON.stringify({ message });
  const turns = call(`/api/chats/${chatId}/turns`, { method: 'POST', body });
  const stream = await requireOk(turns, 'POST turns');
  const chat = JSON.parse(await requireOk(call(`/api/chats/${chatId}`), 'GET chat'));
  return {
    blueprint: chat.draft?.blueprint ?? null,
    answer: readAnswer(chat.messages ?? [], stream),
  };
}

/**
 * Holds one conversation of cases.json as a guest over HTTP, in a chat of its own.
 * @returns for each of its turns why it does not count; none where it does
 */
export async function holdConversation(origin, { turns }, turnMs) {
  const call = openGuest(origin, turnMs);
  const reasons = [];
  let chatId = null;
  let before = null;
  for (const { user, expect } of turns) {
    try {
      chatId ??= JSON.parse(
        await requireOk(call('/api/chats', { method: 'POST', body: '{}' }), 'POST /api/chats'),
      ).id;
      const { blueprint, answer } = await takeTurn(call, chatId, user);
      const why = expect.map((predicate) => judge(predicate, { blueprint, before, answer }));
      if (answer.error) why.push(`stream error: ${answer.error}`);
      if (!answer.text.trim()) why.push('no answer text');
      reasons.push(why.filter(Boolean));
      before = blueprint;
    } catch (error) {
      const isLate = error.name === 'TimeoutError';
      reasons.push([isLate ? `no end within ${turnMs / 1000} s` : error.message]);
    }
  }
  return reasons;
}
