import { InMemoryServerEventBus } from '@modelcontextprotocol/server';
import type { ServerEvent } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';

import { createProtocol } from '#app/runtime/protocol/protocol.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { modernRequest } from '../setup/modern-request.ts';
import { petstore } from './petstore.ts';

const URI = 'test://clock';

/** Knows how many listen to it. */
class CountedBus extends InMemoryServerEventBus {
  listeners = 0;

  override subscribe(listener: (event: ServerEvent) => void): () => void {
    const stop = super.subscribe(listener);
    this.listeners += 1;
    return () => {
      this.listeners -= 1;
      stop();
    };
  }
}

function serveClock(changes: CountedBus) {
  const definition = petstore({
    tools: [
      {
        name: 'clock',
        inputSchema: { type: 'object' },
        action: { kind: 'code', run: () => 'tick' },
      },
    ],
    resources: [{ uri: URI, name: 'clock', content: { kind: 'tool', tool: 'clock' } }],
  });
  const fetch = async () => ({ ok: false, reason: 'refused', message: 'none' }) as const;
  return createProtocol({
    served: toServedDefinition(definition),
    runTool: (call, client) => runTool(definition, call, { ...client, fetch }),
    changes,
    hosts: ['mcp.example.com'],
    origins: [],
  });
}

test('a client that listens leaves nothing behind, however often it connects', async () => {
  const changes = new CountedBus();
  const answer = serveClock(changes);
  for (let count = 0; count < 5; count += 1) {
    const notifications = { resourceSubscriptions: [URI] };
    const response = await answer(modernRequest('subscriptions/listen', { notifications }));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('acknowledged');
    expect(changes.listeners).toBe(1);
    changes.publish({ kind: 'resource_updated', uri: URI });
    expect((await reader?.read())?.value).toContain(URI);
    await reader?.cancel();
    await expect.poll(() => changes.listeners).toBe(0);
  }
  expect((await answer(modernRequest('tools/list'))).status).toBe(200);
  expect(changes.listeners).toBe(0);
});
