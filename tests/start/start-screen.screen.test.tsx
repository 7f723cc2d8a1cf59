import { fireEvent, render, screen, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import { importDocument } from '#app/blueprint/import/import-document.ts';
import { BUILT_IN, ModelList } from '#app/builder/models/model-choice.ts';
import { StoredAttachment } from '#app/chat/attachments/stored-attachment.ts';
import { readFirstMessage } from '#app/chat/composer/first-message.ts';
import { NewChat } from '#app/drafts/draft.ts';
import { answerJson } from '#app/platform/answer-json.ts';
import { StartScreen } from '#app/start/start-screen.tsx';
import { TemplateCards } from '#app/start/templates/template-cards.tsx';
import { templates } from '#app/templates/templates.ts';

import { answerRequests, goOffline } from '../setup/screens/answer-requests.ts';
import { fakeDraft, refuse } from '../setup/screens/fake-draft.ts';
import { refill } from '../setup/screens/refill.ts';
import { startUser } from '../setup/screens/start-user.ts';

const MODELS: ModelList = {
  models: [BUILT_IN],
  default: BUILT_IN.id,
  keeps: 'tab',
  allowsLocal: true,
};

/** The start page of somebody new; what is sent is imported, and refused as the server does. */
function openStart() {
  const sent: string[] = [];
  answerRequests(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/models') return answerJson(ModelList, MODELS);
    if (`${request.method} ${pathname}` !== 'POST /api/drafts') return undefined;
    const text = await request.text();
    sent.push(text);
    const imported = await importDocument(text);
    if (!imported.ok) return refuse(422, imported.message);
    return answerDraft(text);
  });
  const cards = renderToStaticMarkup(<TemplateCards />);
  const router = createMemoryRouter([
    { path: '/', element: <StartScreen templates={cards} recent={[]} example="" proof="" /> },
    { path: '/chat/:id', element: <h1>The server</h1> },
  ]);
  render(<RouterProvider router={router} />);
  return { sent, user: startUser() };
}

/** Answer to a document that became a draft. */
async function answerDraft(document: string): Promise<Response> {
  return Response.json((await fakeDraft({ document })).view);
}

const composer = () =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'API document or its address' });
const button = (name: RegExp) => screen.getByRole('button', { name });

const PARCELS = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Parcels', version: '1.0.0' },
  servers: [{ url: 'https://api.example.com' }],
  paths: { '/parcels': { get: { operationId: 'list_parcels', responses: {} } } },
});

test('the button says what it will do, and nothing but spaces cannot be sent', async () => {
  const { user, sent } = openStart();
  expect(button(/^Build/)).toHaveProperty('disabled', true);
  await refill(user, composer(), '  \n\t ');
  expect(button(/^Build/)).toHaveProperty('disabled', true);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(sent).toEqual([]);
  await refill(user, composer(), 'https://api.example.com/openapi.json');
  expect(button(/^Fetch and import/)).toHaveProperty('disabled', false);
  await refill(user, composer(), PARCELS);
  // What recognises documents is loaded with the first text.
  expect(await screen.findByRole('button', { name: /^Import/ })).toHaveProperty('disabled', false);
  await refill(user, composer(), 'A server for parcels');
  expect(button(/^Build/)).toHaveProperty('disabled', false);
});

test.each([
  [
    'https://ada:s3cr3t@api.example.com/openapi.json',
    'https://api.example.com/openapi.json',
    /^Fetch and import/,
  ],
  [
    'Add a tool that gets https://ada:p@ss@api.example.com/users/{id}',
    'Add a tool that gets https://api.example.com/users/{id}',
    /^Build/,
  ],
])('%s is held back until the password is gone', async (typed, rest, action) => {
  const { user } = openStart();
  await refill(user, composer(), typed);
  expect((await screen.findByRole('alert')).textContent).toContain(
    'contains a user name or a password',
  );
  expect(button(action)).toHaveProperty('disabled', true);
  await user.click(button(/^Remove it from the address/));
  expect(composer().value).toBe(rest);
  expect(button(action)).toHaveProperty('disabled', false);
});

test.each([
  ['broken JSON', '{"openapi": "3.1.0",\n  "info": {,}\n}', /line 2/i],
  ['broken YAML', 'openapi: 3.1.0\ninfo:\n  title: [unclosed\n', /line \d/i],
  ['another kind of JSON', '{"hello": "world"}', /openapi|swagger/i],
  ['a web page', '<!doctype html><html><title>Sign in</title></html>', /HTML|web page/i],
  [
    'no operations',
    '{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{}}',
    /operation/i,
  ],
])('%s: the error says what to do, and the text is kept', async (_what, text, says) => {
  const { user } = openStart();
  await refill(user, composer(), text);
  await user.click(await screen.findByRole('button', { name: /^Import/ }));
  expect((await screen.findByRole('alert')).textContent).toMatch(says);
  expect(composer().value).toBe(text);
  expect(Object.values(sessionStorage)).toContain(text);
});

test('of ten documents one is chosen to start with, and none is lost', async () => {
  const { user, sent } = openStart();
  // With words it would go along with them.
  await user.clear(composer());
  const other = PARCELS.replace('Parcels', 'Letters');
  const files = Array.from(
    { length: 10 },
    (_, at) => new File([at === 7 ? other : PARCELS], `document-${at}.json`),
  );
  await user.upload(screen.getByLabelText('Document'), files);
  const choice = within(await screen.findByRole('group', { name: 'Which document to start with' }));
  expect(choice.getAllByRole('radio')).toHaveLength(10);
  expect(choice.getByRole('radio', { name: /^document-0.json/ })).toHaveProperty('checked', true);
  await user.click(choice.getByRole('radio', { name: /^document-7.json/ }));
  await user.click(await screen.findByRole('button', { name: /^Remove document-7.json/ }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await user.click(await screen.findByRole('radio', { name: /^document-7.json/ }));
  await user.click(await screen.findByRole('button', { name: /^Import/ }));
  await screen.findByRole('heading', { name: 'The server' });
  expect(sent).toEqual([other]);
});

test('Escape stops an import and gives the text back', async () => {
  const { user } = openStart();
  answerRequests(() => new Promise(() => {}));
  await refill(user, composer(), PARCELS);
  await user.click(await screen.findByRole('button', { name: /^Import/ }));
  const timeline = within(await screen.findByRole('region', { name: 'Import' }));
  expect(timeline.getByText('Turn operations into tools')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe(PARCELS);
});

test('a lost connection is told, and trying again works', async () => {
  const { user } = openStart();
  goOffline();
  await refill(user, composer(), PARCELS);
  await user.click(await screen.findByRole('button', { name: /^Import/ }));
  expect((await screen.findByRole('alert')).textContent).toContain('could not be reached');
  answerRequests(() => answerDraft(PARCELS));
  await user.click(button(/^Try again/));
  await screen.findByRole('heading', { name: 'The server' });
});

test('trying again sends what is there by then, and no password', async () => {
  const { user } = openStart();
  goOffline();
  await refill(user, composer(), 'A server for parcels');
  await user.click(button(/^Build/));
  expect((await screen.findByRole('alert')).textContent).toContain('could not be reached');
  await user.upload(screen.getByLabelText('Document'), new File([PARCELS], 'parcels.json'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(button(/^Build/)).toBeTruthy();
  await user.clear(screen.getByRole('textbox', { name: 'What to do with the document' }));
  await user.click(await screen.findByRole('button', { name: /^Import/ }));
  await screen.findByRole('button', { name: /^Try again/ });
  await user.click(await screen.findByRole('button', { name: /^Remove parcels.json/ }));
  await refill(user, composer(), 'https://ada:s3cr3t@api.example.com/openapi.json');
  const asked: string[] = [];
  answerRequests(async (request) => {
    // The choice of the model comes when the page is idle.
    if (request.method === 'GET') return answerJson(ModelList, MODELS);
    asked.push(await request.text());
    return answerDraft(PARCELS);
  });
  await user.click(button(/^Try again/));
  await user.click(button(/^Remove it from the address/));
  expect(asked).toEqual([]);
  await user.click(button(/^Try again/));
  await screen.findByRole('heading', { name: 'The server' });
  expect(asked).toEqual([expect.stringContaining('https://api.example.com/openapi.json')]);
});

test('a refusal of words goes with the words', async () => {
  const { user } = openStart();
  goOffline();
  await refill(user, composer(), 'A server for parcels');
  await user.click(button(/^Build/));
  await screen.findByRole('alert');
  await user.type(composer(), ' and letters');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('six templates are offered, and one click imports one', async () => {
  const { user } = openStart();
  const asked: unknown[] = [];
  answerRequests(async (request) => {
    if (request.url.endsWith('/api/models')) return answerJson(ModelList, MODELS);
    if (!request.url.endsWith('/api/drafts')) return undefined;
    asked.push(await request.json());
    return answerDraft(PARCELS);
  });
  for (const { title, upstream } of templates) {
    expect(button(new RegExp(`^${title}`)).textContent).toContain(upstream);
  }
  await user.click(button(/^Stripe support/));
  await screen.findByRole('heading', { name: 'The server' });
  expect(asked).toEqual([{ template: 'stripe-support' }]);
});

test('words and a document begin a chat, which has the document before the words leave the page', async () => {
  const refusals = [413];
  const asked: string[] = [];
  const { user } = openStart();
  answerRequests(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/models') return answerJson(ModelList, MODELS);
    asked.push(`${request.method} ${pathname.replace(/[0-9a-f]{64}/, 'hash')}`);
    if (pathname === '/api/chats') return answerJson(NewChat, { id: 'new' }, { status: 201 });
    if (refusals.pop()) return refuse(413, 'The files of a chat can have 32 MB.');
    const id = pathname.split('/').at(-1) ?? '';
    return answerJson(StoredAttachment, { id, name: 'p.json', mediaType: 'text/plain', size: 9 });
  });
  await user.upload(screen.getByLabelText('Document'), new File([PARCELS], 'p.json'));
  const field = screen.getByRole('textbox', { name: 'What to do with the document' });
  expect(button(/^Import/)).toHaveProperty('disabled', false);
  await user.type(field, 'Only the list');
  await user.click(button(/^Build/));
  const note = await screen.findByRole('alert');
  expect(note.textContent).toContain('The files of a chat can have 32 MB.');
  // Nothing is lost, and another attempt makes no other chat.
  expect(field).toHaveProperty('value', 'Only the list');
  expect(screen.getByText('p.json')).toBeTruthy();
  await user.click(button(/^Build/));
  await screen.findByRole('heading', { name: 'The server' });
  const upload = 'PUT /api/chats/new/attachments/hash';
  expect(asked).toEqual(['POST /api/chats', upload, upload]);
  expect(readFirstMessage('new')).toMatchObject({
    text: 'Only the list',
    files: [{ type: 'file', filename: 'p.json', url: expect.stringMatching(/^attachment:/) }],
  });
});
