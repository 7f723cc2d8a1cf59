import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { HistoryPanel } from '#app/tester/history/history-panel.tsx';
import { NotificationsPanel } from '#app/tester/history/notifications-panel.tsx';

import { refill } from '../setup/screens/refill.ts';
import { startUser } from '../setup/screens/start-user.ts';
import { connectInProcess } from './fixture-in-process.ts';

const TOKEN = 'a-token-of-nobody-at-all';

async function openHistory(calls = 3) {
  const connection = await connectInProcess({ auth: { kind: 'bearer', token: TOKEN } });
  for (let call = 1; call <= calls; call += 1) {
    await connection.request('tools/call', { name: 'add', arguments: { a: call, b: 1 } });
  }
  render(<HistoryPanel connection={connection} servers={[]} />);
  return { user: startUser(), connection };
}

const list = () => within(screen.getByRole('list', { name: 'History' }));
const rows = () => list().getAllByRole('listitem');
const detail = () => within(screen.getByRole('region', { name: 'Entry' }));

test('of two thousand messages those in sight are in the page, and one is found by its words', async () => {
  const { user, connection } = await openHistory(1_000);
  expect(connection.log.getFrames().length).toBe(2_000);
  expect(rows().length).toBeLessThan(60);
  expect(rows()[0]!.getAttribute('aria-setsize')).toBe('2000');
  await refill(user, screen.getByRole('searchbox'), '"a":777');
  expect(rows()).toHaveLength(1);
  expect(rows()[0]!.textContent).toContain('Sent request');
  await refill(user, screen.getByRole('searchbox'), 'no such words');
  expect(screen.getByText('Nothing matches the filter')).toBeTruthy();
});

test('secrets are masked until somebody asks for them', async () => {
  const { user } = await openHistory(1);
  await user.click(screen.getByRole('radio', { name: 'HTTP' }));
  expect(detail().getByText(/^Bearer •+$/)).toBeTruthy();
  expect(document.body.innerHTML).not.toContain(TOKEN);
  await user.click(screen.getByRole('button', { name: 'Show secrets' }));
  expect(detail().getByText(`Bearer ${TOKEN}`)).toBeTruthy();
});

test('a pinned entry stays when the history is cleared', async () => {
  const { user } = await openHistory(1);
  await user.click(detail().getByRole('button', { name: 'Pin' }));
  await user.click(screen.getByRole('button', { name: 'Clear the history' }));
  expect(await screen.findByText('Nothing was sent yet')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Pinned 1' }));
  expect(rows()).toHaveLength(1);
  await user.click(detail().getByRole('button', { name: 'Unpin' }));
  expect(screen.getByText('Nothing is pinned')).toBeTruthy();
});

test('a request is replayed, and resent with other words', async () => {
  const { user } = await openHistory(1);
  await user.selectOptions(screen.getByLabelText('Direction'), 'Sent');
  await user.click(within(rows()[0]!).getByRole('button'));
  await user.click(detail().getByRole('button', { name: 'Replay' }));
  expect(await detail().findByText(/^Answered in /)).toBeTruthy();
  await user.click(detail().getByRole('button', { name: 'Edit and resend' }));
  const editor = detail().getByLabelText<HTMLTextAreaElement>('Message to send');
  await refill(user, editor, editor.value.replace('"a": 1', '"a": 4000'));
  await user.click(detail().getByRole('button', { name: 'Send' }));
  expect(await detail().findAllByText(/4001/)).not.toHaveLength(0);
  await refill(user, editor, '{"jsonrpc": "2.0", "id": "x", "method": "nope"}');
  await user.click(detail().getByRole('button', { name: 'Send' }));
  expect(await detail().findByText(/-32601/)).toBeTruthy();
});

test('a message leads to its HTTP request, which is copied as a command without the secret', async () => {
  const { user } = await openHistory(1);
  await user.click(detail().getByRole('button', { name: 'HTTP request' }));
  expect(detail().getByRole('heading', { name: 'POST /mcp' })).toBeTruthy();
  await user.click(detail().getByRole('button', { name: 'Copy as cURL' }));
  const copied = await navigator.clipboard.readText();
  expect(copied).toMatch(/^AUTHORIZATION=…/);
  expect(copied).not.toContain(TOKEN);
});

test('exports are files without the secret, also while the screen shows it', async () => {
  const { user } = await openHistory(1);
  await user.click(screen.getByRole('button', { name: 'Show secrets' }));
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:none';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await user.click(screen.getByRole('button', { name: 'Export as HAR' }));
  await user.click(screen.getByRole('button', { name: 'Export as JSON' }));
  const texts = await Promise.all(files.map((file) => file.text()));
  expect(texts).toHaveLength(2);
  expect(JSON.parse(texts[0]!)).toMatchObject({ log: { version: '1.2' } });
  for (const text of texts) expect(text).not.toContain(TOKEN);
});

test('a list that is held still says what is waiting', async () => {
  const { user, connection } = await openHistory(1);
  const before = rows().length;
  await user.click(screen.getByRole('button', { name: 'Hold the list still' }));
  await connection.request('tools/call', { name: 'add', arguments: { a: 9, b: 9 } });
  await user.click(await screen.findByRole('button', { name: 'Go on, 2 messages are waiting' }));
  await waitFor(() => expect(rows().length).toBe(before + 2));
});

test('notifications are listed newest first, in words, and filtered by their method', async () => {
  const connection: ServerConnection = await connectInProcess({ era: 'legacy' });
  connection.setLogLevel('info');
  await connection.request('tools/call', { name: 'steps', arguments: { count: 3, ms: 1 } });
  render(<NotificationsPanel connection={connection} servers={[]} />);
  const found = () =>
    within(screen.getByRole('list', { name: 'Notifications' })).getAllByRole('button');
  await waitFor(() => expect(found().length).toBeGreaterThanOrEqual(3));
  expect(
    found()
      .map((row) => row.textContent)
      .join(),
  ).toContain('Step 3');
  const user = startUser();
  await user.selectOptions(screen.getByLabelText('Method'), 'notifications/progress');
  expect(found().every((row) => row.textContent.startsWith('Progress'))).toBe(true);
  expect(found()[0]!.textContent).toContain('3 of 3: Step 3');
  await user.click(found()[1]!);
  expect(screen.getByRole('heading', { name: 'notifications/progress' })).toBeTruthy();
  // Where there is no room for both, the detail has a way back.
  await user.click(screen.getByRole('button', { name: 'All notifications' }));
  expect(found()[0]!.getAttribute('aria-current')).toBe('true');
});
