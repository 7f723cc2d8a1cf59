import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { TalkPanel } from '#app/tester/talk/talk-panel.tsx';

import { startUser } from '../setup/screens/start-user.ts';
import { answerSteps, type ToldStep } from './answer-steps.ts';
import { openAnswers, openFixture } from './open-connection.ts';

async function show(opened: Promise<ServerConnection>, steps: readonly ToldStep[] = []) {
  const asked = answerSteps(steps);
  const connection = await opened;
  render(
    <MemoryRouter>
      <TalkPanel connection={connection} servers={[]} />
    </MemoryRouter>,
  );
  const user = startUser();
  await screen.findByText(/A model gets \d+ tools to call|A model gets one tool to call/);
  const say = async (text: string) => {
    await user.type(screen.getByRole('textbox', { name: 'Message to the servers' }), text);
    await user.keyboard('{Enter}');
  };
  return { user, asked, say };
}

async function chooseBuiltIn(user: ReturnType<typeof startUser>) {
  await user.click(await screen.findByRole('button', { name: /Model one/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: /Built-in/ }));
}

/** Tools of a server whose hints are these. */
function withTools(called: string[]) {
  const inputSchema = { type: 'object', properties: {} };
  const tools = [
    { name: 'wipe', description: 'Wipes.', inputSchema, annotations: { destructiveHint: true } },
    { name: 'note', description: 'Notes.', inputSchema },
    { name: 'look', description: 'Looks.', inputSchema, annotations: { readOnlyHint: true } },
  ];
  return openAnswers({
    'tools/list': () => ({ tools }),
    'tools/call': ({ name }) => {
      const text = typeof name === 'string' ? name : '';
      called.push(text);
      return { content: [{ type: 'text', text: `${text} is done` }] };
    },
  });
}

const callOf = (name: string) => within(screen.getByRole('article', { name: `Call of ${name}` }));

for (const era of ['legacy', '2026-07-28'] as const) {
  test(`${era}: the built-in model calls what is named, lists the tools, and says what it is`, async () => {
    const { user, say, asked } = await show(openFixture(era));
    await chooseBuiltIn(user);
    await say('call add with 2 and 3');
    expect(await screen.findByText(/add answered/)).toBeTruthy();
    expect(callOf('add').getByLabelText('Answered')).toBeTruthy();
    expect(callOf('add').getAllByText('5').length).toBeGreaterThan(0);
    await say('list the tools');
    expect(await screen.findByText(/There are 9 tools/)).toBeTruthy();
    await say('write a poem');
    expect(await screen.findByText(/no language model/)).toBeTruthy();
    expect(asked).toEqual([]);
  });

  test(`${era}: a model calls tools, and gets their results with the ticket of its turn`, async () => {
    const { say, asked } = await show(openFixture(era), [
      { say: 'I add them.', calls: [['add', { a: 2, b: 40 }]] },
      { say: 'It is 42.' },
      { say: 'Gladly.' },
    ]);
    await say('What is 2 plus 40?');
    expect(await screen.findByText('It is 42.')).toBeTruthy();
    expect(callOf('add').getAllByText('42').length).toBeGreaterThan(0);
    expect(
      screen.getByText(/Model one · 2 steps · 2,000 tokens in, 100 out · \$0\.02/),
    ).toBeTruthy();
    await say('Thank you');
    expect(await screen.findByText('Gladly.')).toBeTruthy();
    expect(asked.map(({ ticket }) => ticket)).toEqual([undefined, 't-1', undefined]);
    expect(asked[2]?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    expect(asked[0]?.tools).toHaveLength(9);
  });

  test(`${era}: a question of the server is answered beside its call`, async () => {
    const { user, say } = await show(openFixture(era), [
      { calls: [['ask_name', {}]] },
      { say: 'Hello was said.' },
    ]);
    await say('Ask for my name');
    const question = within(await screen.findByRole('region', { name: 'The server asks you' }));
    await user.type(question.getByLabelText('name'), 'Ada');
    await user.click(question.getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText('Hello was said.')).toBeTruthy();
    expect(callOf('ask_name').getByText('Hello, "Ada"')).toBeTruthy();
  });
}

test('tools that may destroy something ask first, also for a direct request; others do not', async () => {
  const called: string[] = [];
  const { user, say } = await show(withTools(called), [
    {
      calls: [
        ['look', {}],
        ['wipe', {}],
        ['note', {}],
      ],
    },
    { say: 'As you like.' },
    { calls: [['note', {}]] },
    { say: 'Noted.' },
  ]);
  await say('Clean up');
  const wipe = within(await screen.findByRole('group', { name: 'Decide on wipe' }));
  expect(called).toEqual(['look']);
  await user.click(wipe.getByRole('button', { name: 'Do not call' }));
  const note = within(await screen.findByRole('group', { name: 'Decide on note' }));
  await user.click(note.getByRole('button', { name: 'Always in this chat' }));
  expect(await screen.findByText('As you like.')).toBeTruthy();
  expect(called).toEqual(['look', 'note']);
  expect(callOf('wipe').getByText('Not called: the person did not allow it.')).toBeTruthy();
  await say('Once more');
  expect(await screen.findByText('Noted.')).toBeTruthy();
  expect(called).toEqual(['look', 'note', 'note']);
  await chooseBuiltIn(user);
  await say('call wipe');
  const again = within(await screen.findByRole('group', { name: 'Decide on wipe' }));
  await user.click(again.getByRole('button', { name: 'Call' }));
  expect(await screen.findByText(/wipe answered/)).toBeTruthy();
});

test('an answer is stopped, and the conversation goes on', async () => {
  const { user, say } = await show(openFixture('legacy'), [
    { say: 'I begin', isEndless: true },
    { say: 'Again.' },
  ]);
  await say('Go');
  expect(await screen.findByText('I begin')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('Stopped.')).toBeTruthy();
  await say('Go on');
  expect(await screen.findByText('Again.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'New conversation' }));
  expect(screen.queryByText('Again.')).toBeNull();
});

test('a call that is asked about ends with a stop', async () => {
  const called: string[] = [];
  const { user, say } = await show(withTools(called), [{ calls: [['wipe', {}]] }]);
  await say('Clean up');
  await screen.findByRole('group', { name: 'Decide on wipe' });
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('Stopped.')).toBeTruthy();
  expect(called).toEqual([]);
});

test('a model that fails says why', async () => {
  const { say } = await show(openFixture('legacy'), [{ error: 'Model one is overloaded.' }]);
  await say('Hello');
  expect(await screen.findByText('Model one is overloaded.')).toBeTruthy();
});
