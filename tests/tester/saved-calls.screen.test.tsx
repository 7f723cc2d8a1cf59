import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import type { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';
import type { ServerConnection } from '#app/mcp-client/connection.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { addCalls, callBook, keepCalls } from '#app/tester/calls/call-book.ts';
import { CallsPanel } from '#app/tester/calls/calls-panel.tsx';
import { compareRuns } from '#app/tester/calls/compare-runs.ts';
import { runCall } from '#app/tester/calls/run-call.ts';
import { sentCallsOf } from '#app/tester/connected/sent-calls.ts';
import { readTools } from '#app/tester/tools/read-tools.ts';
import { ToolOutcome } from '#app/tester/tools/tool-outcome.tsx';
import { toSubject } from '#app/tester/tools/tool-subject.ts';

import { refill } from '../setup/screens/refill.ts';
import { startUser } from '../setup/screens/start-user.ts';
import { connectInProcess } from './fixture-in-process.ts';
import { FIXTURE_DEFINITION } from './servers/fixture-definition.ts';

afterEach(() => {
  for (const server of Object.keys(callBook.get())) keepCalls(server, []);
});

/** The fixture after a change: its sums are one too high, and it says less. */
const CHANGED = {
  ...FIXTURE_DEFINITION,
  tools: FIXTURE_DEFINITION.tools
    .filter(({ name }) => name !== 'echo')
    .map((tool) =>
      tool.name === 'add' && tool.action.kind === 'code'
        ? {
            ...tool,
            action: {
              ...tool.action,
              run: ({ a, b }: JsonObject) => ({ sum: Number(a) + Number(b) + 1 }),
            },
          }
        : tool,
    ),
};

const adds: SavedTest = {
  name: 'Adds two numbers',
  tool: 'add',
  upstream: 'any',
  arguments: { a: 2, b: 3 },
  expect: {
    outcome: 'success',
    fitsSchema: true,
    checks: [{ path: '$.sum', is: 'equals', value: 5 }],
    maxMs: 20_000,
  },
};
const echoes: SavedTest = {
  name: 'Says it again',
  tool: 'echo',
  upstream: 'any',
  arguments: { text: 'hello' },
  expect: { outcome: 'success', checks: [{ path: '$.result', is: 'matches', pattern: '^hel' }] },
};
const fails: SavedTest = {
  name: 'Says that the pet left',
  tool: 'fail',
  upstream: 'any',
  arguments: {},
  expect: { outcome: 'error', checks: [{ path: '$', is: 'matches', pattern: 'left' }] },
};

const open = (id: string, definition = FIXTURE_DEFINITION) =>
  connectInProcess({ id, name: `Server ${id}` }, definition);

function show(connection: ServerConnection, ...others: ServerConnection[]) {
  const servers = [connection, ...others].map((one) => ({ target: one.target, connection: one }));
  render(<CallsPanel connection={connection} servers={servers} />);
  return startUser();
}

const row = (name: string) =>
  within(
    within(screen.getByRole('list', { name: 'Saved calls' }))
      .getAllByRole('listitem')
      .find((item) => within(item).queryByText(name) !== null)!,
  );
const hasPassed = () => screen.findByText(/^\d+ passed, \d+ failed$/);

test('all saved calls run, and each says which of its expectations is not met', async () => {
  const wrong = { ...adds, name: 'Adds wrongly', arguments: { a: 2, b: 4 } };
  addCalls('a', [adds, echoes, fails, wrong]);
  const user = show(await open('a'));
  expect(screen.getByText('4 saved, none was run yet.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Run all' }));
  expect((await hasPassed()).textContent).toBe('3 passed, 1 failed');
  expect(row('Adds wrongly').getByText('$.sum should be 5, but is 6.')).toBeTruthy();
  expect(row('Adds two numbers').getByText('Passed')).toBeTruthy();
});

test('two servers are compared call by call, with what differs', async () => {
  addCalls('a', [adds, echoes, fails]);
  const user = show(await open('a'), await open('b', CHANGED));
  await user.selectOptions(screen.getByLabelText('Compare with'), 'Server b');
  await user.click(screen.getByRole('button', { name: 'Run all' }));
  await hasPassed();
  await waitFor(() => expect(row('Says that the pet left').getByText('Same result')).toBeTruthy());
  expect(row('Adds two numbers').getByText('Passes only here')).toBeTruthy();
  const differences = row('Adds two numbers').getByRole('region', {
    name: 'Differences of Adds two numbers',
  });
  expect(differences.textContent).toContain('"sum": 5');
  expect(differences.textContent).toContain('"sum": 6');
  expect(row('Says it again').getByText('Passes only here')).toBeTruthy();
});

test('results that were kept are compared with those after a change', async () => {
  addCalls('c', [adds]);
  const first = show(await open('c'));
  await first.click(screen.getByRole('button', { name: 'Run all' }));
  await hasPassed();
  await first.click(screen.getByRole('button', { name: 'Keep these results' }));
  cleanup();
  const user = show(await open('c', CHANGED));
  await user.selectOptions(screen.getByLabelText('Compare with'), 'kept');
  await user.click(screen.getByRole('button', { name: 'Run all' }));
  expect(await screen.findByText('Passes only there')).toBeTruthy();
});

test('a call is written, changed and removed, and the browser keeps it', async () => {
  const user = show(await open('d'));
  await user.click(screen.getByRole('button', { name: 'New call' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save a call' }));
  await refill(user, dialog.getByLabelText('Name'), 'Adds');
  await refill(user, dialog.getByLabelText('Tool'), 'add');
  await refill(user, dialog.getByLabelText('Arguments, as JSON'), '{"a": 1, "b": 1}');
  await user.click(dialog.getByRole('button', { name: 'Add check' }));
  await refill(user, dialog.getByLabelText('Path 1'), 'sum');
  await user.click(dialog.getByRole('button', { name: 'Save the call' }));
  expect(dialog.getByText(/must be a path such as/)).toBeTruthy();
  await refill(user, dialog.getByLabelText('Path 1'), '$.sum');
  await refill(user, dialog.getByLabelText('Value 1'), '2');
  await user.click(dialog.getByRole('button', { name: 'Save the call' }));
  await user.click(row('Adds').getByRole('button', { name: 'Run Adds' }));
  expect(await row('Adds').findByText('Passed')).toBeTruthy();
  expect(localStorage.getItem('mcp-client.calls')).toContain('"$.sum"');
  await user.click(row('Adds').getByRole('button', { name: 'Remove Adds' }));
  expect(screen.getByText('No saved calls')).toBeTruthy();
  expect(localStorage.getItem('mcp-client.calls')).toBeNull();
});

test('a call of a tool is saved beside its result, and then expects that answer', async () => {
  const connection = await open('e');
  const listed = await connection.listAll('tools/list');
  const tool = readTools(listed.ok ? listed.value : []).find(({ name }) => name === 'add')!;
  await sentCallsOf(connection).make(toSubject(tool), 'tools/call', {
    name: 'add',
    arguments: { a: 20, b: 3 },
  });
  render(<ToolOutcome tool={tool} connection={connection} />);
  const user = startUser();
  await user.click(screen.getByRole('button', { name: 'Save call' }));
  await user.click(await screen.findByRole('button', { name: 'Save the call' }));
  expect(callBook.get()['e']?.map(({ test: saved }) => saved)).toEqual([
    {
      name: 'add answers',
      tool: 'add',
      upstream: 'any',
      arguments: { a: 20, b: 3 },
      expect: {
        outcome: 'success',
        fitsSchema: true,
        checks: [{ path: '$.sum', is: 'equals', value: 23 }],
      },
    },
  ]);
});

test('a file of calls is added, and one that holds none is refused', async () => {
  addCalls('f', [adds]);
  const user = show(await open('f'));
  const input = screen.getByLabelText('File of saved calls');
  const choose = (text: string) =>
    fireEvent.change(input, { target: { files: [new File([text], 'calls.json')] } });
  choose('{"no": "calls"}');
  expect(await screen.findByText('The file holds no saved calls.')).toBeTruthy();
  choose(JSON.stringify([echoes, fails]));
  expect(await screen.findByText('2 calls were added.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Run all' }));
  expect((await hasPassed()).textContent).toBe('3 passed, 0 failed');
});

test('an unknown tool is an error that may be expected; a server that is gone meets nothing', async () => {
  const connection = await open('g');
  const unknown = { ...fails, tool: 'nobody', expect: { outcome: 'error' as const, checks: [] } };
  const run = await runCall(connection, unknown, null);
  expect(run).toMatchObject({ isPassed: true, unmet: [] });
  const stopped = await runCall(connection, unknown, null, AbortSignal.abort());
  expect(stopped.isPassed).toBe(false);
  expect(stopped.unmet).toHaveLength(1);
  // The order of properties and the metadata of an answer are no difference.
  const ok = (value: JsonObject) => ({ ...run, outcome: { ok: true as const, value } });
  const text = (json: string) => ({ content: [{ type: 'text', text: json }] });
  expect(
    compareRuns(ok({ ...text('{"a":1,"b":2}'), _meta: { id: 1 } }), ok(text('{"b":2, "a":1}')))
      ?.verdict,
  ).toBe('same');
  expect(compareRuns(ok(text('1')), ok(text('2')))?.verdict).toBe('different');
  expect(compareRuns(run, undefined)).toBeNull();
});
