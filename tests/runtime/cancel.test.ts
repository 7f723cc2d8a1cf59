import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { expect, test } from 'vitest';

import { createServerFactory } from '#app/runtime/protocol/create-server.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';
import { createUpstreamFetch } from '#app/runtime/upstream/upstream-fetch.ts';
import { createUpstreamGates } from '#app/runtime/upstream/upstream-gates.ts';

import { eras } from './connect.ts';
import { petstore } from './petstore.ts';

test.each(eras)(
  'a call that a client of %s cancels over stdio is aborted at the upstream, and frees its slot',
  async (_, versionNegotiation) => {
    const definition = petstore();
    const sent: Request[] = [];
    const gates = createUpstreamGates(definition.policies);
    const fetch = createUpstreamFetch({
      upstreams: definition.upstreams,
      policies: definition.policies,
      secrets: () => 'some-secret',
      gates,
      fetch: async (request) => {
        sent.push(request);
        return await new Promise<Response>(() => {});
      },
    });
    const factory = createServerFactory(toServedDefinition(definition), (call, link) =>
      runTool(definition, call, { ...link, fetch }),
    );
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    const handle = serveStdio(factory, { transport: serverSide });
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation });
    await client.connect(clientSide);
    const controller = new AbortController();
    const pending = client.callTool(
      { name: 'get_pet', arguments: { petId: 7 } },
      { signal: controller.signal },
    );
    pending.catch(() => {});
    await expect.poll(() => sent.length).toBe(1);
    expect(gates.of('api').taken()).toBe(1);
    controller.abort();
    await expect(pending).rejects.toThrow();
    await expect.poll(() => sent[0]?.signal.aborted).toBe(true);
    await expect.poll(() => gates.of('api').taken()).toBe(0);
    // A client that loses patience says nothing of the upstream.
    expect(gates.of('api').state()).toBe('closed');
    await client.close();
    await handle.close();
  },
);
