import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';

import { readEvalFile } from '#app/evals/read-eval-file.ts';
import { readRecording } from '#app/evals/runs/recording.ts';
import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { EvalsPanel } from '#app/tester/evals/evals-panel.tsx';
import type { OpenServer } from '#app/tester/panels.ts';

import { refill } from '../setup/screens/refill.ts';
import { startUser } from '../setup/screens/start-user.ts';
import { answerSteps, type ToldStep } from './answer-steps.ts';
import { openFixture } from './open-connection.ts';

beforeEach(() => localStorage.clear());

const FILE = {
  version: 1,
  name: 'Fixture',
  tasks: [
    {
      id: 'sum',
      say: 'What is 2 plus 3?',
      calls: [{ tool: 'add', arguments: { a: 2, b: 3 } }],
      answer: [{ contains: '5' }],
    },
    { id: 'hello', say: 'Say hello.', calls: [] },
  ],
};

function show(
  servers: OpenServer[],
  connection: ServerConnection,
  steps: readonly ToldStep[] = [],
) {
  const asked = answerSteps(steps);
  render(
    <MemoryRouter>
      <EvalsPanel connection={connection} servers={servers} />
    </MemoryRouter>,
  );
  return { asked, user: startUser() };
}

async function importText(user: ReturnType<typeof startUser>, text: string) {
  const file = new File([text], 'file.json', { type: 'application/json' });
  await user.upload(screen.getByLabelText('File of tasks or a recording'), file);
}

/** The text of the file that a click saves. */
async function savedBy(click: () => Promise<void>): Promise<string> {
  const saved: Blob[] = [];
  const spy = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:saved';
  });
  // The page would leave for the made-up address.
  const follow = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await click();
  spy.mockRestore();
  follow.mockRestore();
  return (await saved[0]?.text()) ?? '';
}

const button = (name: RegExp | string) => screen.getByRole('button', { name });
const results = () => within(screen.getByRole('region', { name: 'Results' }));

test('a task is written, run with the built-in model, and kept in this browser', async () => {
  const connection = await openFixture('2026-07-28');
  const { user, asked } = show([], connection);
  await user.click(button('Add a task'));
  const form = within(screen.getByRole('form', { name: 'Task task-1' }));
  await user.click(form.getByRole('button', { name: 'Save task' }));
  expect(form.getByText('Choose the tool that is expected.')).toBeTruthy();
  await user.type(form.getByLabelText('What a person says'), 'call add with 2 and 3');
  await form.findByRole('option', { name: 'add' });
  await user.selectOptions(form.getByLabelText('Tool 1'), 'add');
  await refill(user, form.getByLabelText('Arguments 1'), '{"a": 2, "b": ');
  await user.click(form.getByRole('button', { name: 'Save task' }));
  expect(form.getByText(/The arguments of add: they are not valid JSON/)).toBeTruthy();
  await refill(user, form.getByLabelText('Arguments 1'), '{"a": 2, "b": {"atMost": 3}}');
  await user.click(form.getByRole('button', { name: 'Add a condition' }));
  await user.type(form.getByLabelText('Text 1'), 'answered');
  await user.click(form.getByRole('button', { name: 'Save task' }));
  expect(screen.getByText('calls add with a, b; answer contains “answered”')).toBeTruthy();

  await user.click(await screen.findByRole('checkbox', { name: 'Model one' }));
  await user.click(screen.getByRole('checkbox', { name: /Built-in/ }));
  expect(screen.getByText('Takes none of your turns of the day.')).toBeTruthy();
  await user.click(button('Run 1 conversation'));
  expect(await results().findByText('100 % of the runs passed.')).toBeTruthy();
  expect(results().getByText(/Passed 1 of 1/)).toBeTruthy();
  expect(asked).toEqual([]);
  expect(readEvalFile(localStorage.getItem('tester-eval-file') ?? '').ok).toBe(true);
});

test('an imported file is run with two models, whose scores, failures and confusions are shown', async () => {
  const connection = await openFixture('legacy');
  const { user } = show([], connection, [
    { calls: [['echo', { text: '2 plus 3' }]] },
    { say: 'It is 5.' },
    { say: 'Hello.' },
  ]);
  await importText(user, JSON.stringify(FILE));
  expect(await screen.findByRole('heading', { name: 'Fixture' })).toBeTruthy();
  await user.click(await screen.findByRole('checkbox', { name: /Built-in/ }));
  expect(screen.getByText('Takes 2 of your turns of the day.')).toBeTruthy();
  await user.click(button('Run 4 conversations'));
  const scores = within(await screen.findByRole('region', { name: 'Scores' }));
  expect(await scores.findByRole('row', { name: /^Built-in 50 % 1 of 2 0/ })).toBeTruthy();
  expect(
    scores.getByRole('row', { name: /^Model one 50 % 1 of 2 1 3,000 150 \$0\.03/ }),
  ).toBeTruthy();
  expect(screen.getByRole('img', { name: /^Pass rate by model/ })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Cost' }));
  expect(
    screen.getByRole('img', { name: /^Cost by model Model one: \$0\.03; Built-in: \$0/ }),
  ).toBeTruthy();
  const confusion = within(screen.getByRole('article', { name: 'echo instead of add' }));
  expect(confusion.getByText(/in 1 of 2 runs, by Model one/)).toBeTruthy();
  expect(confusion.getByText('Exercises add.')).toBeTruthy();
  expect(confusion.getByText('Exercises echo.')).toBeTruthy();
  expect(confusion.getByText(/Exercises add. Use this, and not echo/)).toBeTruthy();
  expect(screen.getByRole('article', { name: 'No tool instead of add' })).toBeTruthy();
  const [conversation] = screen.getAllByText('Conversation');
  if (conversation) await user.click(conversation);
  expect(screen.getByText('echo({"text":"2 plus 3"})')).toBeTruthy();

  const recorded = readRecording(await savedBy(() => user.click(button('Export recording'))));
  if (!recorded.ok) throw new Error(recorded.message);
  expect(recorded.value.runs).toHaveLength(4);
  const tasks = readEvalFile(await savedBy(() => user.click(button('Export tasks'))));
  expect(tasks).toEqual({ ok: true, value: FILE });

  await importText(user, JSON.stringify(recorded.value));
  expect(
    await screen.findByText(/Recorded on .* judged by the tasks as they are now/),
  ).toBeTruthy();
  await importText(user, '{"version": 7}');
  expect(await screen.findByText(/This is no eval file. version has to be 1/)).toBeTruthy();
});

test('two servers are compared, and a run is stopped', async () => {
  const servers = await Promise.all(
    ['stable', 'next'].map(async (name) => {
      const connection = await openFixture('legacy');
      return { connection, target: { ...connection.target, id: name, name } };
    }),
  );
  const [first] = servers;
  if (!first) throw new Error('There are two.');
  const { user } = show(servers, first.connection, [{ say: 'I think', isEndless: true }]);
  const tasks = [{ id: 'sum', say: 'call add with 2 and 3', calls: [{ tool: 'add' }] }];
  await importText(user, JSON.stringify({ ...FILE, tasks }));
  await user.click(await screen.findByRole('radio', { name: 'Compare them' }));
  await user.click(await screen.findByRole('checkbox', { name: /Built-in/ }));
  await user.click(screen.getByRole('checkbox', { name: 'Model one' }));
  await user.click(button('Run 2 conversations'));
  const scores = within(await screen.findByRole('region', { name: 'Scores' }));
  expect(await scores.findByRole('row', { name: /^Built-in at stable 100 %/ })).toBeTruthy();
  expect(await scores.findByRole('row', { name: /^Built-in at next 100 %/ })).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Model one' }));
  await user.click(screen.getByRole('checkbox', { name: /Built-in/ }));
  await user.click(button('Run 2 conversations'));
  await user.click(button('Stop'));
  expect(await screen.findByRole('button', { name: 'Run 2 conversations' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Results' })).toBeNull();
});
