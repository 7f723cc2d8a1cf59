import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import { Notices } from '#app/dashboard/notices.tsx';
import { NoticeList, type Notice } from '#app/hosting/notices/notice.ts';
import { answerJson } from '#app/platform/answer-json.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';

const toPage = (element: React.ReactNode) => (
  <RouterProvider
    router={createMemoryRouter([{ path: '/projects/p', element }], {
      initialEntries: ['/projects/p'],
    })}
  />
);

function answerNotices(notices: Notice[]): void {
  answerRequests((request) => {
    const { pathname } = new URL(request.url);
    return pathname === '/api/notices' ? answerJson(NoticeList, { notices }) : undefined;
  });
}

test.each([
  [
    { kind: 'room', limit: 'projects', used: 3, max: 3 },
    'You have 3 projects; your plan has room for 3. Delete one before you create another.',
  ],
  [
    { kind: 'room', limit: 'projects', used: 20, max: 25 },
    'You have 20 projects; your plan has room for 25.',
  ],
  [
    { kind: 'room', limit: 'projects', used: 25, max: 3 },
    'They all stay, and can be changed, published and downloaded.',
  ],
  [
    { kind: 'room', limit: 'privateEndpoints', used: 5, max: 1 },
    'You have 5 private endpoints; your plan has room for 1. They go on serving',
  ],
  [
    {
      kind: 'merge',
      project: 'p',
      title: 'Orders',
      version: 3,
      pull: 12,
      obstacle: 'Version 3 has a score of 79; this project publishes from 80 on.',
      at: 0,
    },
    'but version 3 was not published. Version 3 has a score of 79',
  ],
  [
    {
      kind: 'merge',
      project: 'p',
      title: 'Orders',
      version: 3,
      pull: 12,
      obstacle: null,
      at: 0,
    },
    'when pull request #12 was merged.',
  ],
] as const)('the notice %j says: %s', async (notice, words) => {
  answerNotices([notice]);
  render(toPage(<Notices />));
  expect((await screen.findByRole('listitem')).textContent).toContain(words);
});
