import type { UIMessageChunk } from 'ai';
import { expect, test } from 'vitest';

import { cutReply } from '#app/chat/secrets/cut-reply.ts';

const KEY = 'ghp_9Kq2LmZt7Rb4Vw1Xc8Yd3Ne6Pf5Sg0Uh2JaQr4T';
const CALL = { toolCallId: 'c1', toolName: 'set_mock' };

async function cut(chunk: UIMessageChunk): Promise<UIMessageChunk | undefined> {
  const { readable, writable } = cutReply();
  const writer = writable.getWriter();
  void writer.write(chunk);
  const { value } = await readable.getReader().read();
  return value;
}

test.each<UIMessageChunk>([
  // A text that is no JSON is quoted by the error.
  {
    type: 'tool-input-error',
    ...CALL,
    input: `{"key": "${KEY}`,
    errorText: `Text: {"key": "${KEY}`,
  },
  { type: 'tool-output-error', toolCallId: 'c1', errorText: `It failed with ${KEY}.` },
  { type: 'error', errorText: `It failed with ${KEY}.` },
])('an error that quotes a credential holds none: $type', async (chunk) => {
  const passed = await cut(chunk);
  expect(JSON.stringify(passed)).not.toContain(KEY);
  expect(passed).toMatchObject({
    type: chunk.type,
    errorText: expect.stringContaining('{secret:'),
  });
});
