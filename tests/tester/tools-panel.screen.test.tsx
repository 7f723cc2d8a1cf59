import { fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { ToolsPanel } from '#app/tester/tools/tools-panel.tsx';

import { refill } from '../setup/screens/refill.ts';
import { startUser } from '../setup/screens/start-user.ts';
import { openAnswers, openFixture } from './open-connection.ts';

async function show(opened: Promise<ServerConnection>) {
  const connection = await opened;
  const panel = <ToolsPanel connection={connection} servers={[]} />;
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: panel }])} />);
  return { user: startUser(), connection };
}

const row = async (name: RegExp) =>
  within(await screen.findByRole('list', { name: 'Tools' })).findByRole('button', { name });
const result = () => within(screen.getByRole('region', { name: 'Result' }));
const call = () => screen.getByRole('button', { name: /^Call/ });

for (const era of ['legacy', '2026-07-28'] as const) {
  test(`${era}: a tool is found, filled in by form or JSON, and called; its output is checked`, async () => {
    const { user } = await show(openFixture(era));
    await user.type(await screen.findByRole('searchbox', { name: 'Search 9 tools' }), 'add');
    await user.click(await row(/^add/));
    const form = within(screen.getByRole('form', { name: 'Arguments of add' }));
    await refill(user, form.getByLabelText('a'), '2');
    await refill(user, form.getByLabelText('b'), '40');
    await user.click(form.getByRole('radio', { name: 'JSON' }));
    const json = form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Arguments as JSON' });
    expect(JSON.parse(json.value)).toEqual({ a: 2, b: 40 });
    await refill(user, json, '{"a": 2, "b": 3}');
    await user.click(call());
    expect(await result().findByText('Matches the output schema')).toBeTruthy();
    expect(result().getByText('5')).toBeTruthy();
    expect(result().getAllByText('OK').length).toBeGreaterThan(0);
  });

  test(`${era}: what the server asks during a call is answered beside it`, async () => {
    const { user } = await show(openFixture(era));
    await user.click(await row(/^ask_name/));
    await user.click(call());
    const question = within(await screen.findByRole('region', { name: 'The server asks you' }));
    expect(question.getByText('What is your name?')).toBeTruthy();
    await user.type(question.getByLabelText('name'), 'Ada');
    await user.click(question.getByRole('button', { name: 'Accept' }));
    expect(await result().findByText('Hello, "Ada"')).toBeTruthy();

    await user.click(await row(/^ask_model/));
    await user.click(call());
    const sampling = within(
      await screen.findByRole('region', { name: 'The server asks for a model’s answer' }),
    );
    expect(sampling.getByText('Name a colour.')).toBeTruthy();
    await user.type(sampling.getByLabelText('Answer'), 'teal');
    await user.click(sampling.getByRole('button', { name: 'Send answer' }));
    expect(await result().findByText('teal')).toBeTruthy();
  });

  test(`${era}: progress is shown while a call runs, and the call can be cancelled`, async () => {
    const { user } = await show(openFixture(era));
    await user.click(await row(/^steps/));
    const form = within(screen.getByRole('form', { name: 'Arguments of steps' }));
    await user.click(form.getByRole('radio', { name: 'JSON' }));
    await refill(user, form.getByRole('textbox'), '{"count": 500, "ms": 50}');
    await user.click(call());
    expect(await result().findByText(/of 500 · Step/)).toBeTruthy();
    expect(result().getByRole('progressbar')).toBeTruthy();
    await user.click(result().getByRole('button', { name: 'Cancel' }));
    expect((await result().findAllByText('Cancelled')).length).toBeGreaterThan(0);
  });
}

test('arguments that do not fit the schema are marked, sent all the same, and the server answers', async () => {
  const { user } = await show(openFixture('legacy'));
  await user.click(await row(/^add/));
  const form = within(screen.getByRole('form', { name: 'Arguments of add' }));
  await user.click(form.getByRole('radio', { name: 'JSON' }));
  await refill(user, form.getByRole('textbox'), '{"a": "two"}');
  await user.click(call());
  expect(form.getByRole('list', { name: 'Problems' }).textContent).toContain('a Must be a number');
  expect((await result().findAllByText('Tool error')).length).toBeGreaterThan(0);
});

test('a call goes on while another tool is looked at, and its result is kept', async () => {
  const { user } = await show(openFixture('2026-07-28'));
  await user.click(await row(/^steps/));
  await user.click(call());
  await user.click(await row(/^echo/));
  expect(screen.queryByRole('region', { name: 'Result' })).toBeNull();
  await user.click(await row(/^steps/));
  expect(await result().findByText('Every step is done.')).toBeTruthy();
});

const HOSTILE = [
  { name: 'twin', inputSchema: { type: 'object' }, description: 'one' },
  { name: 'twin', inputSchema: { type: 'object' }, description: 'two' },
  {
    name: 'sa\u200Bfe',
    description: 'Reads.\u202E',
    inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
  },
  {
    name: 'broken',
    inputSchema: {
      type: 'object',
      properties: {
        a: { type: 'strin' },
        b: { pattern: '(' },
        c: { $ref: 'https://evil.example/schema.json' },
        d: { $ref: '#/$defs/Lost' },
        e: { $ref: '#' },
      },
    },
  },
  { name: 'bare' },
  { title: 'No name at all', inputSchema: 7 },
];

test('a hostile list is shown whole: twins, hidden characters, broken schemas, no name', async () => {
  const calls: unknown[] = [];
  const { user } = await show(
    openAnswers({
      'tools/list': () => ({ tools: HOSTILE }),
      'tools/call': (params) => {
        calls.push(params);
        return { content: [{ type: 'text', text: 'done' }] };
      },
    }),
  );
  const warnings = () => screen.getByRole('list', { name: 'Warnings' }).textContent;
  await row(/^broken/);
  expect(warnings()).toContain('2 tools of the list have this name');
  await user.click(await row(/sa.*fe/));
  expect(warnings()).toContain('contain hidden characters');
  expect(
    [...screen.getByRole('article').querySelectorAll('mark')].map((mark) => mark.textContent),
  ).toEqual(['U+200B', 'U+202E']);
  await user.click(call());
  await result().findByText('done');
  // The server is asked by the name that it gave.
  expect(calls).toEqual([{ name: 'sa\u200Bfe', arguments: {}, _meta: expect.anything() }]);
  await user.click(await row(/^broken/));
  expect(warnings()).toContain('“https://evil.example/schema.json” leads out of the schema');
  expect(warnings()).toContain('“#/$defs/Lost” leads nowhere');
  expect(warnings()).toContain('It is no regular expression');
  expect(warnings()).not.toContain('“#”');
  await user.click(call());
  await result().findByText('done');
  await user.click(await row(/^bare/));
  expect(screen.getByRole('textbox', { name: 'Arguments as JSON' })).toBeTruthy();
  expect(await row(/no name/)).toBeTruthy();
});

test('of 2,000 tools only those in sight are in the page, and all are found', async () => {
  const tools = Array.from({ length: 2_000 }, (_, index) => ({
    name: `tool_${index}`,
    description: `Number ${index}`,
    inputSchema: { type: 'object' },
  }));
  const { user } = await show(openAnswers({ 'tools/list': () => ({ tools }) }));
  const list = await screen.findByRole('list', { name: 'Tools' });
  expect(within(list).getAllByRole('listitem').length).toBeLessThan(60);
  fireEvent.scroll(list.parentElement!, { target: { scrollTop: 60 * 1_500 } });
  expect(await row(/^tool_1500/)).toBeTruthy();
  expect(within(list).getAllByRole('listitem').length).toBeLessThan(60);
  await user.type(screen.getByRole('searchbox', { name: 'Search 2,000 tools' }), 'number 1999');
  await user.click(await row(/^tool_1999/));
  expect(screen.getByRole('article', { name: 'tool_1999' })).toBeTruthy();
});

test('a list that cannot be read says why, and is read again', async () => {
  let isDown = true;
  const { user } = await show(
    openAnswers({ 'tools/list': () => (isDown ? undefined : { tools: HOSTILE }) }),
  );
  expect((await screen.findByRole('alert')).textContent).toContain('-32601, method not found');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await row(/^bare/)).toBeTruthy();
});
