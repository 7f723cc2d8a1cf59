import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { PromptsPanel } from '#app/tester/prompts/prompts-panel.tsx';
import { QuestionsPanel } from '#app/tester/questions/questions-panel.tsx';
import { ResourcesPanel } from '#app/tester/resources/resources-panel.tsx';

import { startUser } from '../setup/screens/start-user.ts';
import { openAnswers, openFixture } from './open-connection.ts';

function show(Panel: typeof QuestionsPanel, connection: ServerConnection) {
  const { unmount } = render(<Panel connection={connection} servers={[]} />);
  return { user: startUser(), leave: unmount };
}

const rowOf = async (list: string, name: RegExp) =>
  within(await screen.findByRole('list', { name: list })).findByRole('button', { name });

for (const era of ['legacy', '2026-07-28'] as const) {
  test(`${era}: a resource is read, followed, and its change is told`, async () => {
    const connection = await openFixture(era);
    const { user, leave } = show(ResourcesPanel, connection);
    await user.click(await rowOf('Resources', /^readme/));
    await user.click(screen.getByRole('button', { name: 'Read' }));
    expect(await screen.findByRole('heading', { name: 'Readme' })).toBeTruthy();
    await user.click(await rowOf('Resources', /^clock/));
    await user.click(screen.getByRole('button', { name: 'Subscribe' }));
    expect(await screen.findByText('Subscribed. No update so far.')).toBeTruthy();
    await connection.request('tools/call', { name: 'touch', arguments: {} });
    await user.click(await screen.findByRole('button', { name: 'Changed: read again' }));
    expect((await screen.findAllByText('tick')).length).toBeGreaterThan(0);
    expect(screen.getByText('Subscribed. 1 update.')).toBeTruthy();
    // The subscription outlives the tab.
    leave();
    show(ResourcesPanel, connection);
    await user.click(await rowOf('Resources', /^clock/));
    await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeTruthy();
    await connection.close();
  });

  test(`${era}: a prompt is filled in with the server’s completions`, async () => {
    const connection = await openFixture(era);
    const { user } = show(PromptsPanel, connection);
    await user.type(await screen.findByLabelText(/^name/), 'Ada');
    await user.type(screen.getByRole('combobox', { name: /^language/ }), 'fr');
    const options = await screen.findByRole('listbox', { name: 'Completions of language' });
    expect(
      within(options)
        .getAllByRole('option')
        .map((each) => each.textContent),
    ).toEqual(['French']);
    await user.keyboard('{ArrowDown}{Enter}');
    await user.click(screen.getByRole('button', { name: 'Get prompt' }));
    expect(await screen.findByText('Greet Ada in French.')).toBeTruthy();
    await user.type(screen.getByRole('searchbox', { name: 'Search 1 prompt' }), 'nothing like it');
    expect(screen.getByText('No prompt matches')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(await rowOf('Prompts', /^greet/)).toBeTruthy();
    await connection.close();
  });

  test(`${era}: canned replies and roots answer the server without the person`, async () => {
    const connection = await openFixture(era);
    const { user, leave } = show(QuestionsPanel, connection);
    await user.click(screen.getByRole('radio', { name: 'Canned reply' }));
    await user.type(screen.getByLabelText('Reply'), 'teal');
    await user.type(screen.getByLabelText('Address of the root'), '/home');
    expect(screen.getByText('A root begins with file://.')).toBeTruthy();
    await user.clear(screen.getByLabelText('Address of the root'));
    await user.type(screen.getByLabelText('Address of the root'), 'file:///work');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Log level' }), 'info');
    leave();
    const asked = await connection.request('tools/call', { name: 'ask_model', arguments: {} });
    expect(asked).toMatchObject({ ok: true, value: { content: [{ text: 'teal' }] } });
    const roots = await connection.request('tools/call', { name: 'ask_roots', arguments: {} });
    expect(roots).toMatchObject({ ok: true, value: { content: [{ text: 'file:///work' }] } });
    await connection.request('tools/call', { name: 'steps', arguments: { count: 2, ms: 1 } });
    const logged = connection
      .getNotifications()
      .filter(({ method }) => method === 'notifications/message');
    await waitFor(() => expect(logged.length).toBeGreaterThan(0));
    await connection.close();
  });
}

test('a template is filled in with completions, and read at the address that it makes', async () => {
  const asked: unknown[] = [];
  const connection = await openAnswers({
    'resources/list': () => ({ resources: [] }),
    'resources/templates/list': () => ({
      resourceTemplates: [{ uriTemplate: 'db://{table}/{id}{?full}', name: 'row' }],
    }),
    'completion/complete': (params) => {
      asked.push(params);
      return { completion: { values: ['users', 'usage'], total: 2 } };
    },
    'resources/read': ({ uri }) => ({
      contents: [{ uri, mimeType: 'application/json', text: '{"id": 7}' }],
    }),
  });
  const { user } = show(ResourcesPanel, connection);
  await user.click(await rowOf('Resources', /^row/));
  await user.type(screen.getByRole('combobox', { name: 'id' }), '7');
  await user.type(screen.getByRole('combobox', { name: 'table' }), 'us');
  await user.pointer({
    keys: '[MouseLeft]',
    target: await screen.findByRole('option', { name: 'users' }),
  });
  await user.click(screen.getByRole('button', { name: 'Read' }));
  expect((await screen.findAllByText('db://users/7')).length).toBeGreaterThan(0);
  expect(await screen.findByRole('group', { name: 'text' })).toBeTruthy();
  expect(asked.at(-1)).toMatchObject({
    ref: { type: 'ref/resource', uri: 'db://{table}/{id}{?full}' },
    argument: { name: 'table', value: 'us' },
    context: { arguments: { id: '7' } },
  });
});
