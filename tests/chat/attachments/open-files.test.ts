import type { UIMessage } from 'ai';
import { expect, test } from 'vitest';

import type { KnownAttachment } from '#app/chat/attachments/attachment-store.server.ts';
import { toAttachmentPart } from '#app/chat/attachments/stored-attachment.ts';
import { TextSurveyor } from '#app/chat/attachments/survey-text.ts';
import { toHistory } from '#app/chat/turns/history.ts';
import { openFiles } from '#app/chat/turns/open-files.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The files of a chat, by their contents; `loaded` lists those whose bytes were asked for. */
function openChat(files: Record<string, string>) {
  const known = new Map<string, KnownAttachment>();
  const loaded: string[] = [];
  const parts = Object.entries(files).map(([name, text], at) => {
    const id = String(at).repeat(64);
    const surveyor = new TextSurveyor();
    surveyor.push(bytesOf(text));
    const isPicture = name.endsWith('.png');
    const mediaType = isPicture ? 'image/png' : 'text/plain';
    const file = { id, name, mediaType, size: text.length };
    known.set(id, { ...file, survey: isPicture ? null : surveyor.end() });
    return toAttachmentPart(file);
  });
  const messages = parts.map((part, at): UIMessage => ({
    id: `q${at}`,
    role: 'user',
    parts: [part],
  }));
  const load = async (id: string) => {
    const name = known.get(id)?.name ?? '';
    loaded.push(name);
    return bytesOf(files[name] ?? '');
  };
  const read = async (isWhole: boolean) => {
    const found = await openFiles(messages, isWhole, (id) => known.get(id) ?? null, load);
    return toHistory(messages, isWhole, found);
  };
  return { read, loaded };
}

test('a model that reads by itself gets the beginnings, and no document is loaded for it', async () => {
  const text = `${'x'.repeat(30_000)} https://far.example.com/v1`;
  const { read, loaded } = openChat({ 'a.txt': text });
  const { messages, attachments, handed } = await read(false);
  expect(loaded).toEqual([]);
  const [part] = messages[0]?.parts ?? [];
  const told = part?.type === 'text' ? part.text : '';
  expect(told).toContain(`Attached document "a.txt", ${text.length} characters.`);
  expect(told).toContain('import_document {"attachment": "a.txt"}');
  expect(told).toContain(' Its first 20000 characters:');
  expect(told.length).toBeLessThan(20_300);
  expect(attachments.get('a.txt')).toEqual({ attachment: '0'.repeat(64), encoding: 'utf-8' });
  // What the person handed over may be called, wherever it stands.
  expect(handed.join()).toContain('https://far.example.com/v1');
});

test('whoever follows the person gets the newest documents whole, and long ones by their names', async () => {
  const small = 'GET https://a.example.com/x';
  const { read, loaded } = openChat({
    'old.txt': 'y'.repeat(600_000),
    'large.txt': 'x'.repeat(1_000_001),
    'middle.txt': 'z'.repeat(600_000),
    'small.txt': small,
  });
  const { messages } = await read(true);
  expect(loaded.toSorted()).toEqual(['middle.txt', 'small.txt']);
  const texts = messages.map(({ parts: [part] }) => (part?.type === 'text' ? part.text : ''));
  expect(texts[0]).toMatch(/^Attached document "old.txt", 600000 characters\. To import/);
  expect(texts[1]).toMatch(/^Attached document "large.txt", 1000001 characters\. To import/);
  expect(texts[1]?.length).toBeLessThan(200);
  expect(texts.slice(2)).toEqual(['z'.repeat(600_000), small]);
});

test('of pictures only those of the last message are loaded', async () => {
  const { read, loaded } = openChat({ 'first.png': 'one', 'last.png': 'two' });
  const { messages } = await read(false);
  expect(loaded).toEqual(['last.png']);
  expect(messages[1]?.parts).toMatchObject([{ url: `data:image/png;base64,${btoa('two')}` }]);
  expect((await read(true)).messages[1]?.parts).toEqual([{ type: 'text', text: '' }]);
});
