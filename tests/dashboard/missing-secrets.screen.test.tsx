import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { MissingSecrets } from '#app/dashboard/tabs/missing-secrets.tsx';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { startUser } from '../setup/screens/start-user.ts';

const secret = (name: string, isSet: boolean, needsConfirmation = false) => ({
  name,
  isSet,
  needsConfirmation,
  origins: ['https://api.example.com'],
  changedAt: null,
  usedAt: null,
});

/** Shows it for these secrets of the environment `live`. */
function show(secrets: ReturnType<typeof secret>[]) {
  const asked: string[] = [];
  answerRequests((request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(pathname + search);
    return Response.json({ secrets, ofCallers: [] });
  });
  const onOpen = vi.fn<() => void>();
  render(<MissingSecrets project="p1" onOpen={onOpen} />);
  return { user: startUser(), asked, onOpen };
}

test('secrets that the endpoint lacks are named, with the way to set them', async () => {
  const { user, asked, onOpen } = show([
    secret('API_KEY', false),
    secret('TOKEN', true, true),
    secret('FINE', true),
  ]);
  expect((await screen.findByText(/2 secrets are not set/)).textContent).toContain(
    'API_KEY, TOKEN',
  );
  expect(asked).toEqual(['/api/projects/p1/secrets?environment=live']);
  await user.click(screen.getByRole('button', { name: 'Set secrets' }));
  expect(onOpen).toHaveBeenCalledOnce();
});

test('nothing is said where all of them are set', async () => {
  const { asked } = show([secret('FINE', true)]);
  await expect.poll(() => asked).toHaveLength(1);
  expect(screen.queryByRole('button')).toBeNull();
});
