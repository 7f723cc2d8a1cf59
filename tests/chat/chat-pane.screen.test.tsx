import { render, screen, waitFor } from '@testing-library/react';
import type { UIMessageChunk } from 'ai';
import { createRef } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import { BUILT_IN, ModelList } from '#app/builder/models/model-choice.ts';
import { StoredAttachment } from '#app/chat/attachments/stored-attachment.ts';
import { ChatPane } from '#app/chat/chat-pane.tsx';
import { ChatAnswer, ChatLimits } from '#app/chat/chat-view.ts';
import type { BuilderChat } from '#app/chat/live/use-builder-chat.ts';
import { answerJson } from '#app/platform/answer-json.ts';
import { sha256 } from '#app/platform/sha256.ts';

import { answerRequests, goOffline, type Answer } from '../setup/screens/answer-requests.ts';
import { fakeDraft, refuse } from '../setup/screens/fake-draft.ts';
import { refill } from '../setup/screens/refill.ts';
import { startUser } from '../setup/screens/start-user.ts';
import { answerOf, BUDGET, TALK } from './live/live-cases.ts';

const MODELS: ModelList = {
  models: [BUILT_IN],
  default: BUILT_IN.id,
  keeps: 'tab',
  allowsLocal: true,
};

let opened = 0;

/** The chat of an own draft; `take` answers a message that is sent, `store` a file that is uploaded. */
async function openChat(take: Answer = () => undefined, store: Answer = () => undefined) {
  opened += 1;
  const { view: draft } = await fakeDraft();
  const id = `chat-${opened}`;
  const chat: ChatAnswer = {
    id,
    title: null,
    messages: TALK,
    branches: {},
    isRunning: false,
    points: [],
    current: 0,
    model: null,
    visibility: 'private',
    access: 'own',
    draft,
    budget: BUDGET,
  };
  const answer: Answer = (request) => {
    switch (`${request.method} ${new URL(request.url).pathname}`) {
      case 'GET /api/models':
        return answerJson(ModelList, MODELS);
      case `GET /api/chats/${id}`:
        return answerJson(ChatAnswer, chat);
      case `GET /api/chats/${id}/limits`:
        return answerJson(ChatLimits, { last: TALK.at(-1)?.id ?? null, budget: BUDGET });
      case `POST /api/chats/${id}/turns`:
        return take(request);
      default:
        return request.method === 'PUT' ? store(request) : undefined;
    }
  };
  answerRequests(answer);
  const pane = (
    <ChatPane
      screen={{
        draft: { id, mayEdit: true, secrets: [] },
        blueprint: null,
        reload: async () => {},
      }}
      initial={{ messages: TALK, branches: {}, isRunning: false }}
      onTitle={() => undefined}
      onOpenReport={() => undefined}
      onOpenPoint={() => undefined}
      hold={createRef<BuilderChat>()}
    />
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: pane }])} />);
  // The limits are the last thing that a page asks for at its beginning.
  await screen.findByText(/3 turns/);
  return { user: startUser(), chat, answer };
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const send = () => screen.getByRole('button', { name: /^Send/ });

/** The stream of a turn. */
function stream(...chunks: UIMessageChunk[]): Response {
  const lines = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
  return new Response([...lines, 'data: [DONE]\n\n'].join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });
}

test('a message that is sent is answered, and leaves its field', async () => {
  const { user, chat } = await openChat(async (request) => {
    const { message }: { message: ChatAnswer['messages'][number] } = await request.json();
    chat.messages = [...TALK, message, answerOf('a2', 'Seven of them.')];
    return stream(
      { type: 'start', messageId: 'a2' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'Seven of them.' },
      { type: 'text-end', id: 't' },
      { type: 'finish' },
    );
  });
  await refill(user, field(), 'How many read?');
  await user.click(send());
  await screen.findByText('Seven of them.');
  expect(screen.getByText('How many read?')).toBeTruthy();
  expect(field().value).toBe('');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a message that is refused comes back to its field, which has the focus', async () => {
  const { user } = await openChat(() => refuse(409, 'The builder is still at work.'));
  await refill(user, field(), 'How many read?');
  await user.click(send());
  const note = await screen.findByRole('alert');
  expect(note.textContent).toContain('The message was not accepted');
  expect(note.textContent).toContain('The builder is still at work.');
  await waitFor(() => expect(field().value).toBe('How many read?'));
  expect(document.activeElement).toBe(field());
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('messages of a dead line come back before what was written meanwhile', async () => {
  const { user, answer } = await openChat();
  goOffline();
  for (const text of ['How many read?', 'How many write?']) {
    await refill(user, field(), text);
    await user.click(send());
    const note = await screen.findByRole('alert');
    expect(note.textContent).toContain('The connection was lost');
    expect(screen.getByText(text)).toBeTruthy();
  }
  await refill(user, field(), 'And which');
  answerRequests(answer);
  await user.click(screen.getByRole('button', { name: 'Check now' }));
  await waitFor(() => expect(field().value).toBe('How many read?\n\nHow many write?\n\nAnd which'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(field());
});

test('an answer that the page cannot read asks for a newer page, and the message comes back', async () => {
  const { user, answer } = await openChat();
  answerRequests((request) => {
    if (request.method === 'POST') throw new TypeError('Failed to fetch');
    return request.url.includes('/api/chats/') ? Response.json({ talk: [] }) : answer(request);
  });
  await refill(user, field(), 'How many read?');
  await user.click(send());
  await waitFor(() => expect(field().value).toBe('How many read?'));
  expect(screen.getByRole('alert').textContent).toContain('The answer could not be read');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull();
});

const PETS = { name: 'pets.json', body: '{"openapi":"3.1.0"}' };

/** Takes an upload as the server does. */
async function storeFile(request: Request): Promise<Response> {
  const bytes = await request.arrayBuffer();
  const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
  expect(id).toBe(await sha256(new Uint8Array(bytes)));
  const name = decodeURIComponent(request.headers.get('x-file-name') ?? '');
  const mediaType = request.headers.get('content-type') ?? '';
  return answerJson(StoredAttachment, { id, name, mediaType, size: bytes.byteLength });
}

const attachPets = (user: ReturnType<typeof startUser>) =>
  user.upload(
    screen.getByLabelText('Attach files'),
    new File([PETS.body], PETS.name, { type: 'application/json' }),
  );
const attached = () => screen.getByRole('list', { name: 'Attached files' });

test('a file is uploaded when its message is sent, which only refers to it', async () => {
  let upload: () => void = () => undefined;
  const isAllowed = new Promise<void>((resolve) => {
    upload = resolve;
  });
  const sent: ChatAnswer['messages'] = [];
  const { user } = await openChat(
    async (request) => {
      const { message }: { message: ChatAnswer['messages'][number] } = await request.json();
      sent.push(message);
      return refuse(409, 'The builder is still at work.');
    },
    async (request) => {
      await isAllowed;
      return storeFile(request);
    },
  );
  await attachPets(user);
  expect(attached().textContent).toContain('pets.json');
  await refill(user, field(), 'Import this');
  await user.click(send());
  expect(await screen.findByText('50 %')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove pets.json' })).toBeNull();
  expect(field().value).toBe('Import this');
  upload();
  const note = await screen.findByRole('alert');
  expect(note.textContent).toContain('The builder is still at work.');
  const url = `attachment:${await sha256(PETS.body)}`;
  const part = { type: 'file', mediaType: 'application/json', filename: 'pets.json', url };
  expect(sent[0]?.parts).toMatchObject([{ type: 'text', text: 'Import this' }, part]);
  // What the server has is not uploaded once more.
  await waitFor(() => expect(field().value).toBe('Import this'));
  expect(attached().textContent).toContain('pets.json');
  upload = () => undefined;
  await user.click(send());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.parts[1]).toEqual(sent[0]?.parts[1]);
});

test('an upload that fails leaves the message where it was, and says why', async () => {
  let isFull = true;
  const { user } = await openChat(
    () => refuse(409, 'The builder is still at work.'),
    (request) => (isFull ? refuse(413, 'The files of a chat can have 32 MB.') : storeFile(request)),
  );
  await attachPets(user);
  await refill(user, field(), 'Import this');
  await user.click(send());
  const note = await screen.findByRole('alert');
  expect(note.textContent).toBe('pets.json: The files of a chat can have 32 MB. Nothing was sent.');
  expect(field().value).toBe('Import this');
  expect(attached().textContent).toContain('pets.json');
  isFull = false;
  await user.click(send());
  await screen.findByText(/The builder is still at work/);
});

test('an upload that is cancelled sends nothing, and can be sent again', async () => {
  const sent: string[] = [];
  let isSlow = true;
  const { user } = await openChat(
    () => {
      sent.push('message');
      return refuse(409, 'The builder is still at work.');
    },
    (request) => (isSlow ? new Promise(() => undefined) : storeFile(request)),
  );
  await attachPets(user);
  await refill(user, field(), 'Import this');
  await user.click(send());
  await user.click(await screen.findByRole('button', { name: 'Cancel upload' }));
  expect(await screen.findByRole('button', { name: /^Send/ })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect([field().value, sent]).toEqual(['Import this', []]);
  isSlow = false;
  await user.click(send());
  await screen.findByText(/The builder is still at work/);
  expect(sent).toEqual(['message']);
});
