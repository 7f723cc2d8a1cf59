import { render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';

import type { ChatMessage } from '#app/chat/chat-parts.ts';
import type { ChatAnswer } from '#app/chat/chat-view.ts';
import type { Visibility } from '#app/drafts/visibility.ts';
import { ShareDialog } from '#app/chat/share/share-dialog.tsx';
import type { ShareScan } from '#app/chat/share/share-scan.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { fakeDraft } from '../setup/screens/fake-draft.ts';
import { startUser } from '../setup/screens/start-user.ts';

const MESSAGES: ChatMessage[] = [
  { id: '1', role: 'user', parts: [{ type: 'text', text: 'I need pets' }] },
  { id: '2', role: 'assistant', parts: [{ type: 'text', text: 'Here are twenty tools.' }] },
];

/** The chat as a reader is answered it. */
const CHAT: Omit<ChatAnswer, 'draft'> = {
  id: 'c',
  title: null,
  messages: MESSAGES,
  branches: {},
  isRunning: false,
  points: [],
  current: 0,
  model: null,
  visibility: 'private',
  access: 'read',
  budget: null,
};

/** Opens the window over a chat; `hold` keeps an answer back. */
async function openShare({
  secrets = [],
  examples = [],
  published = null,
  hold = async () => {},
}: Partial<Pick<ShareScan, 'secrets' | 'examples' | 'published'>> & {
  hold?: (visibility: string) => Promise<void>;
} = {}) {
  const { view: draft } = await fakeDraft({ mayEdit: false });
  const saved: string[] = [];
  const listing = { title: 'Pets', summary: 'Finds pets.', tags: ['petstore'], author: null };
  answerRequests(async (request) => {
    switch (`${request.method} ${new URL(request.url).pathname}`) {
      case 'GET /api/chats/c/share':
        return Response.json({
          messages: 2,
          tools: 20,
          secrets,
          examples,
          listing,
          published,
        } satisfies ShareScan);
      case 'GET /api/chats/c/preview':
        return Response.json({ ...CHAT, draft } satisfies ChatAnswer);
      case 'PATCH /api/chats/c': {
        const body: { visibility: Visibility } = await request.json();
        await hold(body.visibility);
        saved.push(body.visibility);
        return Response.json({ id: 'c', title: null, ...body });
      }
      default:
        return undefined;
    }
  });
  render(<Window />);
  await screen.findByRole('region', { name: 'What others see' });
  return { saved, user: startUser() };
}

function Window() {
  const [visibility, setVisibility] = useState<Visibility>('private');
  const props = { visibility, onVisibility: setVisibility, onClose: () => undefined };
  return <ShareDialog id="c" {...props} />;
}

const choice = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const question = () => screen.queryByRole('region', { name: 'Make it public?' });
const link = () => screen.queryByRole('textbox', { name: 'Link to this chat' });

test('what would be shown is there to be read before it is shared', async () => {
  const { user } = await openShare();
  const conversation = within(screen.getByRole('region', { name: 'Shown conversation' }));
  expect(conversation.getByRole('article', { name: 'You' }).textContent).toContain('I need pets');
  expect(conversation.getByRole('article', { name: 'Builder' }).textContent).toContain(
    'Here are twenty tools.',
  );
  expect(screen.getByText(/^Not shared: secret values, your environment/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: '20 tools' }));
  const server = screen.getByRole('region', { name: 'Shown server' });
  expect(server.textContent).toContain('getPetById');
  expect(server.textContent).toContain('petstore.swagger.io');
});

test('public is asked for once more, and only a yes makes it so', async () => {
  const { user, saved } = await openShare();
  await user.click(choice(/^Public/));
  expect(question()?.textContent).toContain('showcase');
  expect(question()?.textContent).toContain('everyone can read it and copy it');
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(question()).toBeNull();
  expect(choice(/^Private/).checked).toBe(true);
  await user.click(choice(/^Public/));
  await user.click(choice(/^Private/));
  expect(question()).toBeNull();
  expect(saved).toEqual([]);
  await user.click(choice(/^Public/));
  await user.click(screen.getByRole('button', { name: 'Make it public' }));
  await waitFor(() => expect(link()).not.toBeNull());
  expect(choice(/^Public/).checked).toBe(true);
  expect(saved).toEqual(['public']);
});

test('who changes their mind while it is saved is not passed over', async () => {
  const isSaved = Promise.withResolvers<void>();
  const { user, saved } = await openShare({
    hold: (visibility) => (visibility === 'unlisted' ? isSaved.promise : Promise.resolve()),
  });
  await user.click(choice(/^Unlisted/));
  expect(choice(/^Unlisted/).checked).toBe(true);
  await user.click(choice(/^Private/));
  expect(choice(/^Private/).checked).toBe(true);
  expect(saved).toEqual([]);
  isSaved.resolve();
  await waitFor(() => expect(saved).toEqual(['unlisted', 'private']));
  await waitFor(() => expect(link()).toBeNull());
});

test('what looks like a secret keeps a chat from being public, and is named', async () => {
  await openShare({ secrets: [{ where: 'message 3', kind: 'GitHub token', masked: 'ghp_a1…' }] });
  const found = screen.getByRole('region', { name: 'Possible secrets' });
  expect(found.textContent).toContain('GitHub token ghp_a1… in message 3');
  expect(choice(/^Public/).disabled).toBe(true);
  expect(choice(/^Unlisted/).disabled).toBe(false);
});
