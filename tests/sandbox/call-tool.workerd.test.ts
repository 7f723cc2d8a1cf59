import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';

import { makeArtifact, type Artifact } from '#app/blueprint/generate/artifact.ts';
import type { ClientLink, JsonObject, ToolResult, UpstreamFetch } from '#app/runtime/definition.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';
import { callTool, type Sandbox } from '#app/sandbox/call-tool.server.ts';
import { findStartProblem } from '#app/sandbox/find-start-problem.server.ts';

import { codeBlueprint } from './code-blueprint.ts';

const CLIENT: ClientLink = {
  signal: new AbortController().signal,
  ...QUIET_CLIENT,
};

const noEgress: UpstreamFetch = async () => ({ ok: false, reason: 'refused', message: 'none' });

async function toArtifact(sources: Record<string, string>): Promise<Artifact> {
  const artifact = await makeArtifact(codeBlueprint(sources));
  if (!artifact.ok) throw new Error(artifact.message);
  return artifact.value;
}

function isolate(artifact: Artifact, account = 'somebody'): Sandbox {
  const { hash, modules } = artifact;
  return {
    kind: 'isolate',
    loader: env.LOADER,
    artifact: { hash, account, loadModules: async () => modules },
  };
}

function call(
  sandbox: Sandbox,
  name: string,
  args: JsonObject = {},
  egress: UpstreamFetch = noEgress,
  client: ClientLink = CLIENT,
): Promise<ToolResult> {
  const context = { client, createEgress: () => egress, maxResultBytes: 10_000 };
  return callTool(sandbox, { name, arguments: args }, context);
}

function answer(text: string): UpstreamFetch {
  return async () => ({
    ok: true,
    response: {
      status: 200,
      headers: [['content-type', 'text/plain']],
      body: new TextEncoder().encode(text),
    },
  });
}

test('a code action runs in the isolate, without its types', async () => {
  const artifact = await toArtifact({
    add: `interface Sum { a: number; b: number }
      export default (args: Record<string, unknown>): number => {
        const { a, b } = args as unknown as Sum;
        return a + b;
      };`,
  });
  const result = await call(isolate(artifact), 'add', { a: 2, b: 3 });
  expect(result.isError ?? false).toBe(false);
  expect(JSON.stringify(result)).toContain('5');
});

const ASK = `export default async (args, context) => {
  const outcome = await context.fetch('api', { method: 'GET', path: '/who', headers: [] });
  return outcome.ok ? new TextDecoder().decode(outcome.response.body) : outcome.message;
};`;

test('two callers of one isolate each reach their own egress only', async () => {
  const sandbox = isolate(await toArtifact({ ask: ASK }));
  const names = Array.from({ length: 20 }, (_, index) => `caller ${index}`);
  const results = await Promise.all(names.map((name) => call(sandbox, 'ask', {}, answer(name))));
  results.forEach((result, index) => {
    expect(JSON.stringify(result.content)).toContain(`caller ${index}"`);
  });
});

test('only the egress can send requests', async () => {
  const sandbox = isolate(
    await toArtifact({
      fetch: `export default async () => { await fetch('https://example.com'); return 'out'; };`,
      socket: `export default async () => {
        const { connect } = await import('cloudflare:sockets');
        const socket = connect('example.com:443');
        await socket.opened;
        return 'out';
      };`,
      bindings: `export default async () => {
        const { env } = await import('cloudflare:workers');
        return Object.keys(env);
      };`,
      eval: `export default () => new Function('return 1')();`,
    }),
  );
  for (const name of ['fetch', 'socket', 'eval']) {
    const result = await call(sandbox, name);
    expect(result.isError, name).toBe(true);
  }
  expect(JSON.stringify(await call(sandbox, 'bindings'))).not.toMatch(/LOADER|DB|SEAL/);
});

test('an endless loop ends with an error, and the isolate serves the next call', async () => {
  const sandbox = isolate(
    await toArtifact({
      spin: 'export default () => { while (true) {} };',
      chain: 'export default async function go() { await null; return go(); }',
      hello: `export default () => 'hello';`,
    }),
  );
  for (const name of ['spin', 'chain']) {
    const result = await call(sandbox, name);
    expect(result.isError, name).toBe(true);
    expect(JSON.stringify(result)).toContain('too many loop iterations');
  }
  expect((await call(sandbox, 'hello')).isError ?? false).toBe(false);
});

test('state shared by callers cannot be changed', async () => {
  const sandbox = isolate(
    await toArtifact({
      keep: `const seen = { list: [] };
        export default (args) => { seen.list.push(args.value); return seen.list; };`,
    }),
  );
  const first = await call(sandbox, 'keep', { value: 'mine' });
  const second = await call(sandbox, 'keep', { value: 'yours' });
  expect(first.isError).toBe(true);
  expect(JSON.stringify(second)).not.toContain('mine');
});

test('code that throws, or returns anything but JSON, is an error of the tool', async () => {
  const sandbox = isolate(
    await toArtifact({
      throws: `export default () => { throw new Error('no luck'); };`,
      huge: `export default () => 'x'.repeat(1_000_000);`,
      symbol: 'export default () => Symbol("s");',
    }),
  );
  expect(JSON.stringify(await call(sandbox, 'throws'))).toContain('no luck');
  expect(JSON.stringify(await call(sandbox, 'huge')).length).toBeLessThan(50_000);
  expect((await call(sandbox, 'symbol')).content.length).toBeGreaterThan(0);
});

test('a module that does not start is reported with file, line and column', async () => {
  const artifact = await toArtifact({
    broken: 'export default () => {\n  const a = 1;\n  const a = 2;\n};',
  });
  const problem = await findStartProblem(env.LOADER, artifact.modules);
  expect(problem).toEqual({
    file: 'src/tools/broken.action.ts',
    line: 3,
    column: expect.any(Number),
    message: expect.stringContaining("Identifier 'a' has already been declared"),
  });
  const result = await call(isolate(artifact), 'broken');
  expect(result.isError).toBe(true);
  expect(JSON.stringify(result)).toContain('src/tools/broken.action.ts, line 3');
});

test('a module that throws while it starts is reported as well', async () => {
  const artifact = await toArtifact({
    broken: 'const n = null;\nconst m = n.x;\nexport default () => m;',
  });
  const problem = await findStartProblem(env.LOADER, artifact.modules);
  expect(problem).toMatchObject({ message: expect.stringContaining('null') });
});

test('a missing import is reported with the importing module', async () => {
  const artifact = await toArtifact({
    wants: "// Pads.\nimport leftPad from 'left-pad';\nexport default () => leftPad('a');",
  });
  expect(await findStartProblem(env.LOADER, artifact.modules)).toMatchObject({
    file: 'src/tools/wants.action.ts',
    line: 2,
    column: 21,
    message: expect.stringContaining('left-pad'),
  });
});

test('modules that start have no problem', async () => {
  const artifact = await toArtifact({ fine: 'export default () => 1;' });
  expect(await findStartProblem(env.LOADER, artifact.modules)).toBeNull();
});

test('progress, log and questions reach the client of that call', async () => {
  const seen: unknown[] = [];
  const client: ClientLink = {
    ...CLIENT,
    progress: async (...args) => void seen.push(['progress', ...args]),
    log: async (...args) => void seen.push(['log', ...args]),
    elicit: async (message) => ({ action: 'accept', content: { asked: message } }),
    sample: async (prompt) => `echo ${prompt}`,
    roots: async () => [{ uri: 'file:///home' }],
    updated: async (uri) => void seen.push(['updated', uri]),
  };
  const sandbox = isolate(
    await toArtifact({
      talk: `export default async (args, context) => {
        await context.progress(1, 2, 'half');
        await context.log('info', 'hello', { a: 1 });
        const answer = await context.elicit('name?', { type: 'object' });
        return [answer.content.asked, await context.sample('hi', 5)];
      };`,
    }),
  );
  const result = await call(sandbox, 'talk', {}, noEgress, client);
  expect(JSON.stringify(result)).toContain('name?');
  expect(JSON.stringify(result)).toContain('echo hi');
  expect(seen).toEqual([
    ['progress', 1, 2, 'half'],
    ['log', 'info', 'hello', { a: 1 }],
  ]);
});

test('a client that cancels ends the code that waits', async () => {
  const controller = new AbortController();
  const sandbox = isolate(
    await toArtifact({
      wait: `export default (args, context) => new Promise((resolve) => {
        context.signal.addEventListener('abort', () => resolve('stopped'));
        context.log('info', 'waiting');
      });`,
    }),
  );
  const client: ClientLink = {
    ...CLIENT,
    signal: controller.signal,
    log: async () => controller.abort(),
  };
  const result = await call(sandbox, 'wait', {}, noEgress, client);
  expect(JSON.stringify(result)).toMatch(/stopped|cancel/i);
});

test('code that runs on is told that its client has cancelled', async () => {
  const controller = new AbortController();
  const sandbox = isolate(
    await toArtifact({
      wait: `export default (args, context) => new Promise((resolve) => {
        context.signal.addEventListener('abort', () => {
          context.log('info', 'told').then(resolve);
        });
        context.log('info', 'waiting');
      });`,
    }),
  );
  const heard: string[] = [];
  const log: ClientLink['log'] = async (_level, message) => {
    heard.push(message);
    controller.abort();
  };
  await call(sandbox, 'wait', {}, noEgress, { ...CLIENT, signal: controller.signal, log });
  await expect.poll(() => heard).toEqual(['waiting', 'told']);
});

test('a cancelled call ends, even if its code still waits for a response', async () => {
  const controller = new AbortController();
  const sandbox = isolate(
    await toArtifact({
      ask: `export default async (args, { elicit }) => await elicit('Who?', { type: 'object' });`,
    }),
  );
  const client: ClientLink = {
    ...CLIENT,
    signal: controller.signal,
    elicit: async () => {
      controller.abort();
      return await new Promise<never>(() => {});
    },
  };
  const result = await call(sandbox, 'ask', {}, noEgress, client);
  expect(JSON.stringify(result)).toContain('cancelled');
});

test('a finished call no longer listens to the signal of its client', async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  const sandbox = isolate(await toArtifact({ quick: 'export default () => 1;' }));
  await call(sandbox, 'quick', {}, noEgress, { ...CLIENT, signal });
  expect(added.mock.calls.length).toBeGreaterThan(0);
  expect(removed.mock.calls).toEqual(added.mock.calls);
});

test('two accounts never share an isolate', async () => {
  const artifact = await toArtifact({
    id: `const id = Object.freeze({ value: crypto.randomUUID === undefined ? 0 : 1 });
      export default () => id.value;`,
  });
  let loads = 0;
  const counted = (account: string): Sandbox => ({
    kind: 'isolate',
    loader: env.LOADER,
    artifact: {
      hash: artifact.hash,
      account,
      loadModules: async () => {
        loads += 1;
        return artifact.modules;
      },
    },
  });
  await call(counted('a'), 'id');
  await call(counted('a'), 'id');
  expect(loads).toBe(1);
  await call(counted('b'), 'id');
  expect(loads).toBe(2);
});

test('on the mock upstream a code action stays in its isolate, and has a budget there', async () => {
  const artifact = await toArtifact({
    ask: `export default async (_args: unknown, context: any) => {
        const seen: string[] = [];
        for (let count = 0; count < 51; count += 1) {
          const outcome = await context.fetch('api', { method: 'GET', path: '/', headers: [] });
          seen.push(outcome.ok ? String(outcome.response.status) : outcome.message);
        }
        return { first: seen[0], last: seen[50] };
      };`,
  });
  const context = { client: CLIENT, createEgress: 'mock' as const, maxResultBytes: 10_000 };
  const result = await callTool(isolate(artifact), { name: 'ask', arguments: {} }, context);
  expect(result.structuredContent).toEqual({
    first: '404',
    last: 'One tool call may send at most 50 requests.',
  });
});
