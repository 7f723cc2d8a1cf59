import { render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import { BUILT_IN, ModelList } from '#app/builder/models/model-choice.ts';
import { ChatAnswer, ChatLimits } from '#app/chat/chat-view.ts';
import { ChatPage } from '#app/chat/list/chat-page.ts';
import { toTitleChunk } from '#app/chat/title-news.ts';
import { answerJson } from '#app/platform/answer-json.ts';
import { ServerScreen } from '#app/workbench/server-screen.tsx';

import { BUDGET, TALK } from '../chat/live/live-cases.ts';
import { answerRequests } from '../setup/screens/answer-requests.ts';
import { fakeDraft } from '../setup/screens/fake-draft.ts';
import { startUser } from '../setup/screens/start-user.ts';

const MODELS: ModelList = {
  models: [BUILT_IN],
  default: BUILT_IN.id,
  keeps: 'tab',
  allowsLocal: true,
};

/** The screen of a server whose chat runs a turn for as long as the test lets it. */
async function openScreen() {
  const { view: draft, answer } = await fakeDraft();
  const { id } = draft;
  let title: string | null = 'First words';
  let line: ReadableStreamDefaultController<Uint8Array> | undefined;
  const send = (chunk: object) =>
    line?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`));
  answerRequests(answer, (request) => {
    switch (`${request.method} ${new URL(request.url).pathname}`) {
      case 'GET /api/models':
        return answerJson(ModelList, MODELS);
      case 'GET /api/chats':
        return answerJson(ChatPage, {
          chats: [
            {
              id,
              title: 'First words',
              visibility: 'private',
              updatedAt: 0,
              tools: 20,
              toolNames: [],
              serverName: null,
              summary: null,
              verdict: null,
            },
          ],
          next: null,
        });
      case `GET /api/chats/${id}/limits`:
        return answerJson(ChatLimits, { last: TALK.at(-1)?.id ?? null, budget: BUDGET });
      case `GET /api/chats/${id}`:
        return answerJson(ChatAnswer, {
          id,
          title,
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
        });
      case `POST /api/chats/${id}/turns`:
        return new Response(
          new ReadableStream<Uint8Array>({
            start: (controller) => {
              line = controller;
            },
          }),
          { headers: { 'content-type': 'text/event-stream' } },
        );
      default:
        return undefined;
    }
  });
  const page = (
    <ServerScreen
      initial={draft}
      chat={{ messages: TALK, branches: {}, isRunning: false, title }}
      layout={{ chatWidth: 400, hasChats: true }}
    />
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />);
  return {
    user: startUser(),
    name: (given: string) => {
      title = given;
      send(toTitleChunk(given));
    },
    end: () => {
      send({ type: 'start', messageId: 'a2' });
      send({ type: 'finish' });
      line?.close();
    },
  };
}

test('a title that a turn gives the chat is shown at once: at the head, in the list, of the page', async () => {
  const { user, name, end } = await openScreen();
  expect(document.title).toBe('First words · Swagger Petstore · MCP Builder');
  const list = within(await screen.findByRole('navigation', { name: 'Recent chats' }));
  await list.findByRole('link', { name: /^First words/ });
  await user.type(await screen.findByRole('textbox', { name: /message/i }), 'Go on');
  await user.click(screen.getByRole('button', { name: /^Send/ }));
  await screen.findByText('Go on');
  name('Pets of a shop');
  expect(await list.findByRole('link', { name: /^Pets of a shop/ })).toBeTruthy();
  expect(list.queryByText('First words')).toBeNull();
  expect(screen.getAllByTitle('Pets of a shop').length).toBeGreaterThan(0);
  expect(document.title).toMatch(/^Pets of a shop · /);
  end();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Stop/ })).toBeNull());
  expect(document.title).toMatch(/^Pets of a shop · /);
});
