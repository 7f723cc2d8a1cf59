import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ENDPOINT_LIST } from '../requests/recordings/builds.ts';
import { SAFE_DELETE } from '../requests/recordings/codes.ts';
import { toTurns } from '../requests/recordings/recording.ts';
import { RECORDINGS } from '../requests/recordings/recordings.ts';
import { startBuiltWorker, type BuiltWorker } from '../setup/built-worker.ts';
import { connectClient } from '../setup/connect-client.ts';
import { replayConversation } from '../setup/replay-conversation.ts';

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await startBuiltWorker();
});
afterAll(() => worker.close());

describe.concurrent('after each turn the server is as the person asked for it', () => {
  test.each(RECORDINGS)('$id', async (recording) => {
    const { requests } = await replayConversation(worker.url, toTurns(recording));
    expect(requests).toHaveLength(recording.turns.flat().length);
  });

  test('endpoint-list, with a model of Anthropic', async () => {
    const turns = toTurns(ENDPOINT_LIST);
    const { requests } = await replayConversation(worker.url, turns, 'anthropic');
    for (const { whole } of requests) expect(whole).toContain('cache_control');
  });
});

test('a tool that a model has made asks before it deletes, and takes a no', async () => {
  const { id, token } = await replayConversation(worker.url, toTurns(SAFE_DELETE));
  const endpoint = `${worker.url}/mcp/d/${id}`;
  const headers = { authorization: `Bearer ${token}` };
  const capabilities = { elicitation: { form: {} } };
  const client = await connectClient(endpoint, 'modern', headers, { capabilities });
  const asked: string[] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    return asked.length === 1
      ? { action: 'decline' }
      : { action: 'accept', content: { confirm: true } };
  });
  const remove = (id: string) => client.callTool({ name: 'delete_project', arguments: { id } });
  expect(await remove('done')).toMatchObject({ isError: true });
  const { structuredContent } = await remove('done');
  expect(structuredContent).toEqual({ deleted: true, name: 'Project done' });
  expect(await remove('busy')).toMatchObject({
    structuredContent: { deleted: false, reason: 'Project busy is active.' },
  });
  expect(asked).toHaveLength(3);
  for (const question of asked) expect(question).toContain('delete_project');
  await client.close();
});
