import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { openServerPane } from '../setup/screens/open-server-pane.tsx';
import { refuse } from '../setup/screens/fake-draft.ts';

function shop(paths: Record<string, string>, more: object = {}): string {
  const operations = Object.entries(paths).map(([path, description]) => [
    path,
    { get: { operationId: `get_${path.slice(1)}`, description, responses: { 200: {} } } },
  ]);
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1.0.0' },
    servers: [{ url: 'https://api.shop.example' }],
    paths: Object.fromEntries(operations),
    ...more,
  });
}

const FIRST = shop({ '/a': 'Text of a.', '/b': 'Text of b.', '/c': 'Text of c.' });
const SECOND = shop({ '/a': 'New text of a.', '/b': 'New text of b.', '/d': 'Text of d.' });

/** The words of the person, which no import may replace. */
function editB(blueprint: Blueprint): Blueprint {
  return {
    ...blueprint,
    tools: blueprint.tools.map((tool) =>
      tool.name === 'get_b' ? { ...tool, description: 'My own words.' } : tool,
    ),
  };
}

/** Opens the dialog from the steps of a document that has a warning. */
async function openDialog(more: Parameters<typeof openServerPane>[1] = {}) {
  const missing = '"parameters":[{"$ref":"#/components/parameters/gone"}]';
  const document = FIRST.replace('"operationId":"get_a"', `"operationId":"get_a",${missing}`);
  const opened = await openServerPane('tab=map', { document, change: editB, ...more });
  await opened.user.click(await screen.findByRole('button', { name: 'Import again' }));
  return { ...opened, dialog: await screen.findByRole('dialog', { name: 'Import again' }) };
}

test('a newer document is looked at, chosen from and imported; what was edited stays', async () => {
  const { user, draft, dialog } = await openDialog();
  await user.click(within(dialog).getByRole('radio', { name: 'Paste' }));
  await user.click(within(dialog).getByLabelText('Document text'));
  await user.paste(SECOND);
  await user.click(within(dialog).getByRole('button', { name: 'See what changes' }));

  const changing = await within(dialog).findByRole('region', { name: 'Tools that change' });
  const summary = within(dialog).getByRole('status');
  expect(summary.textContent).toBe('Tools: 1 new, 1 changed, 1 removed, 1 kept as edited here.');
  expect(document.activeElement).toBe(summary);
  const rows = within(changing).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'get_a changedChanges: description.',
    'get_d newNew in the document.',
    'get_c removedNo longer in the document.',
  ]);
  const kept = within(dialog).getByRole('region', { name: 'Tools that stay as they were edited' });
  expect(kept.textContent).toContain('Your description stays.');

  await user.click(within(changing).getByRole('checkbox', { name: /get_c/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Import the chosen changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const texts = draft.blueprint().tools.map(({ name, description }) => [name, description]);
  expect(texts).toEqual([
    ['get_a', 'New text of a.'],
    ['get_b', 'My own words.'],
    ['get_c', 'Text of c.'],
    ['get_d', 'Text of d.'],
  ]);
  expect((await screen.findByText('Imported again')).isConnected).toBe(true);
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
});

test('all changes are taken or left with one box, and without any there is nothing to import', async () => {
  const { user, dialog } = await openDialog();
  await user.click(within(dialog).getByRole('radio', { name: 'Paste' }));
  await user.click(within(dialog).getByLabelText('Document text'));
  await user.paste(SECOND);
  await user.click(within(dialog).getByRole('button', { name: 'See what changes' }));
  const all = await within(dialog).findByRole('checkbox', { name: 'All changes of tools' });
  const take = within(dialog).getByRole<HTMLButtonElement>('button', {
    name: /^Import the chosen/,
  });
  await user.click(all);
  expect(take.disabled).toBe(true);
  await user.click(all);
  expect(take.disabled).toBe(false);
});

test('the same document changes nothing, and a wrong one says why and keeps what was typed', async () => {
  const { user, dialog } = await openDialog();
  await user.click(within(dialog).getByRole('radio', { name: 'Paste' }));
  const text = within(dialog).getByLabelText<HTMLTextAreaElement>('Document text');
  await user.click(text);
  await user.paste('openapi: 3.1.0\npaths: [');
  await user.click(within(dialog).getByRole('button', { name: 'See what changes' }));
  expect((await within(dialog).findByRole('alert')).textContent).not.toBe('');
  expect(text.value).toContain('openapi: 3.1.0');

  await user.clear(text);
  await user.paste(FIRST);
  await user.click(within(dialog).getByRole('button', { name: 'See what changes' }));
  expect((await within(dialog).findByRole('status')).textContent).toContain('Nothing changes');
  expect(
    within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Import the chosen/ }).disabled,
  ).toBe(true);
});

test('a document that moved in the meantime is not imported', async () => {
  const { user, draft, dialog } = await openDialog();
  const before = draft.blueprint();
  await user.click(within(dialog).getByRole('radio', { name: 'Paste' }));
  await user.click(within(dialog).getByLabelText('Document text'));
  await user.paste(SECOND);
  await user.click(within(dialog).getByRole('button', { name: 'See what changes' }));
  const take = await within(dialog).findByRole('button', { name: /^Import the chosen/ });
  answerRequests(
    (request) => (request.method === 'POST' ? refuse(409, 'The document has changed.') : undefined),
    draft.answer,
  );
  await user.click(take);
  expect((await within(dialog).findByRole('alert')).textContent).toContain(
    'The document has changed.',
  );
  expect(draft.blueprint()).toBe(before);
});
