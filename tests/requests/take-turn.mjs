import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { requireOk } from './open-guest.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');

const isQuestion = (words) => /ask_user|question/i.test(words);

/** What a turn's event stream says: its text, whether something is asked, how it ended, and its error. */
function readStream(stream) {
  /** @type {{ text: string, asked: boolean, error: string | null, status: string | null }} */
  const seen = { text: '', asked: false, error: null, status: null };
  for (const line of stream.split('\n')) {
    if (!line.startsWith('data: {')) continue;
    const event = JSON.parse(line.slice('data: '.length));
    if (event.type === 'text-delta') seen.text += event.delta ?? '';
    if (event.type === 'error') seen.error = event.errorText ?? 'error';
    if (event.messageMetadata?.status) seen.status = event.messageMetadata.status;
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
  const sets = parts.flatMap(({ type, data }) => (type === 'data-changes' ? [data] : []));
  return {
    text: text.replace(/[\u2018\u2019]/g, "'"),
    asked: seen.asked || questions.length > 0,
    error: seen.error,
    status: seen.status,
    /** Change sets that wait for the person. */
    waiting: sets.filter(({ state }) => state === 'open'),
  };
}

/** The text of a document of the project, unpacked. */
function readDocument(file) {
  const bytes = readFileSync(path.join(ROOT, file));
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** A message as the page sends it: what is said, a document pasted below it, and attached ones. */
function toMessage({ user, paste, attach = [] }) {
  const pasted = paste === undefined ? '' : `\n\n${readDocument(paste).toString('utf8')}`;
  const files = attach.map((file) => {
    const filename = path.basename(file, '.gz');
    const mediaType = filename.endsWith('.json') ? 'application/json' : 'application/yaml';
    const url = `data:${mediaType};base64,${readDocument(file).toString('base64')}`;
    return { type: 'file', mediaType, filename, url };
  });
  const parts = [{ type: 'text', text: user + pasted }, ...files];
  return { id: crypto.randomUUID(), role: 'user', parts };
}

/** The whole draft, however large. */
async function loadBlueprint(call, { draft }) {
  const blueprint = draft?.blueprint ?? null;
  if (!blueprint?.isSummary) return blueprint;
  const whole = call(`/api/drafts/${draft.id}/blueprint`);
  return JSON.parse(await requireOk(whole, 'GET blueprint'));
}

async function ask(call, chatId, body) {
  const turns = call(`/api/chats/${chatId}/turns`, { method: 'POST', body: JSON.stringify(body) });
  return readTurn(call, chatId, await requireOk(turns, 'POST turns'));
}

/** The chat after a turn, whose stream is given. */
async function readTurn(call, chatId, stream) {
  const chat = JSON.parse(await requireOk(call(`/api/chats/${chatId}`), 'GET chat'));
  return {
    blueprint: await loadBlueprint(call, chat),
    title: chat.title ?? null,
    answer: readAnswer(chat.messages ?? [], stream),
  };
}

/**
 * Says one thing, with its documents, and waits for the answer.
 * @param via which model answers (`connectModel`); none: the server's own choice
 */
export function takeTurn(call, chatId, turn, via = {}) {
  return ask(call, chatId, { message: toMessage(turn), ...via });
}

/** Lets the last answer, which was cut off by its budget, go on. */
export function continueTurn(call, chatId, via = {}) {
  return ask(call, chatId, { continue: true, ...via });
}

/** Approves all changes that wait, but no call with a real API, and gives the draft as it is then. */
export async function approveChanges(call, chatId, waiting) {
  for (const { id, hash, items } of waiting) {
    const body = JSON.stringify({
      hash,
      approve: items.flatMap(({ id, realCall }) => (realCall ? [] : [id])),
    });
    const path = `/api/chats/${chatId}/changes/${encodeURIComponent(id)}`;
    await requireOk(call(path, { method: 'POST', body }), 'POST changes');
  }
  const { blueprint } = await readTurn(call, chatId, '');
  return blueprint;
}
