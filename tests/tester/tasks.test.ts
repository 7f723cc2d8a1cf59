import { afterAll, beforeAll, expect, test } from 'vitest';

import { createConnection } from '#app/mcp-client/create-connection.ts';
import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { taskQuestionsOf } from '#app/tester/questions/task-questions.ts';
import { runAsTask } from '#app/tester/tasks/run-as-task.ts';
import { taskChoiceOf } from '#app/tester/tasks/task-generation.ts';

import { openModern, targetOf } from './open-connection.ts';
import type { TestServer } from './servers/serve-http.ts';
import { startEverything } from './servers/start-everything.ts';

let everything: TestServer;
let connection: ServerConnection;

beforeAll(async () => {
  everything = await startEverything();
  connection = createConnection(targetOf(everything.url));
  await connection.connect();
});

afterAll(async () => {
  await connection.close();
  await everything.stop();
});

test('a tool of 2025-11-25 that must run as a task does, and its states are told', async () => {
  const listed = await connection.listAll('tools/list');
  const tools = listed.ok ? listed.value : [];
  const state = connection.getState();
  const session = state.status === 'connected' ? state.session : null;
  const tool = tools.find(({ name }) => name === 'simulate-research-query');
  expect(taskChoiceOf(session, tool ?? {})).toBe('always');
  const states: string[] = [];
  const outcome = await runAsTask(
    connection,
    'simulate-research-query',
    { topic: 'bees' },
    { signal: new AbortController().signal, onTask: ({ status }) => states.push(status) },
  );
  expect(outcome.ok).toBe(true);
  expect(states).toContain('working');
});

/** A server whose every call is a task that asks for a name first. */
function openTaskServer() {
  const times = { createdAt: '2026-11-01T00:00:00Z', lastUpdatedAt: '2026-11-01T00:00:00Z' };
  const task = { taskId: 't-1', ...times, ttlMs: null, pollIntervalMs: 10 };
  let name: string | null = null;
  let isCancelled = false;
  return openModern(
    { extensions: { 'io.modelcontextprotocol/tasks': {} } },
    {
      'tools/list': () => ({ tools: [{ name: 'greet', inputSchema: { type: 'object' } }] }),
      'tools/call': () => ({ resultType: 'task', ...task, status: 'working' }),
      'tasks/get': () => {
        const base = { resultType: 'complete', ...task };
        if (isCancelled) return { ...base, status: 'cancelled' };
        if (name !== null) {
          const result = { content: [{ type: 'text', text: `Hello, ${name}` }] };
          return { ...base, status: 'completed', result };
        }
        return { ...base, status: 'input_required', inputRequests: { who: ASK_NAME } };
      },
      'tasks/update': ({ inputResponses }) => {
        name = JSON.stringify(inputResponses);
        return { resultType: 'complete' };
      },
      'tasks/cancel': () => {
        isCancelled = true;
        return { resultType: 'complete' };
      },
    },
  );
}

const ASK_NAME = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Who are you?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  },
};

test('a task of the extension asks the person, is updated with the answer, and completes', async () => {
  const server = await openTaskServer();
  const questions = taskQuestionsOf(server);
  questions.subscribe(() => {
    questions.get()[0]?.answer({ action: 'accept', content: { name: 'Ada' } });
  });
  const states: string[] = [];
  const outcome = await runAsTask(
    server,
    'greet',
    {},
    { signal: new AbortController().signal, onTask: ({ status }) => states.push(status) },
  );
  expect(outcome).toMatchObject({ ok: true, value: { content: [{ type: 'text' }] } });
  expect(JSON.stringify(outcome)).toContain('Ada');
  expect(states).toEqual(expect.arrayContaining(['working', 'input_required', 'completed']));
  expect(questions.get()).toEqual([]);
});

test('cancelling the call cancels the task at the server, and takes its question away', async () => {
  const server = await openTaskServer();
  const questions = taskQuestionsOf(server);
  const controller = new AbortController();
  questions.subscribe(() => controller.abort());
  const outcome = await runAsTask(
    server,
    'greet',
    {},
    { signal: controller.signal, onTask: () => {} },
  );
  expect(outcome).toMatchObject({ ok: false, reason: 'cancelled' });
  const got = await server.request('tasks/get', { taskId: 't-1' });
  expect(got).toMatchObject({ ok: true, value: { status: 'cancelled' } });
  expect(questions.get()).toEqual([]);
});
