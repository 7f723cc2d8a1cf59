import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { makeArtifact } from '#app/blueprint/generate/artifact.ts';
import { COMPATIBILITY_DATE } from '#app/sandbox/compatibility.ts';
import type { ClientLink, JsonObject, ToolResult } from '#app/runtime/definition.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';
import { callTool, type Sandbox } from '#app/sandbox/call-tool.server.ts';
import { guardLoops } from '#app/sandbox/loop-guard.ts';
import type { Modules } from '#app/sandbox/module-map.server.ts';

import { codeBlueprint } from './code-blueprint.ts';
import { ENDLESS } from './endless-code.ts';
import { LEAKS, WRITTEN_LEAKS } from './leaks.ts';
import { ORDINARY } from './ordinary-code.ts';

const client: ClientLink = { signal: new AbortController().signal, ...QUIET_CLIENT };

/** Modules that no check of an edit has seen: artifacts are older than the checks. */
async function toModules(sources: Record<string, string>): Promise<Modules> {
  const artifact = await makeArtifact(codeBlueprint(sources));
  if (!artifact.ok) throw new Error(artifact.message);
  return artifact.value.modules;
}

const CONFINEMENT = '../../confinement-entry.ts';

/** Those that were looked at, and have nothing that one call could leave for the next. */
const SEEN = `AbortController AbortSignal AggregateError Array ArrayBuffer AsyncDisposableStack BigInt
  BigInt64Array BigUint64Array Blob Body Boolean ByteLengthQueuingStrategy CloseEvent CompressionStream
  CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException DataView Date DecompressionStream
  DisposableStack Error ErrorEvent EvalError Event EventSource EventTarget ExtendableEvent FetchEvent File
  FinalizationRegistry FixedLengthStream Float16Array Float32Array Float64Array FormData Function HTMLRewriter
  Headers IdentityTransformStream Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math
  MessageChannel MessageEvent MessagePort NaN Number Object Promise PromiseRejectionEvent Proxy RangeError
  ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest
  ReadableStreamDefaultController ReadableStreamDefaultReader ReferenceError Reflect RegExp Request Response
  ScheduledEvent Set String SubtleCrypto SuppressedError Symbol SyntaxError TailEvent TextDecoder
  TextDecoderStream TextEncoder TextEncoderStream TraceEvent TransformStream TransformStreamDefaultController
  TypeError URIError URL URLPattern URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap
  WeakRef WeakSet WebSocket WebSocketPair WebSocketRequestResponsePair WritableStream
  WritableStreamDefaultController WritableStreamDefaultWriter atob btoa clearInterval clearTimeout console crypto
  decodeURI decodeURIComponent encodeURI encodeURIComponent escape fetch isFinite isNaN parseFloat parseInt
  performance queueMicrotask scheduler setInterval setTimeout structuredClone unescape`;

/** All names that are globals before anything is hidden. */
const LIST_GLOBALS = `
  const names = new Set();
  for (let scope = globalThis; scope && scope !== Object.prototype; scope = Object.getPrototypeOf(scope)) {
    for (const name of Object.getOwnPropertyNames(scope)) names.add(name);
  }
  export default { fetch: () => Response.json([...names].filter((name) => name !== 'constructor').sort()) };`;

let opened = 0;

function open(modules: Modules): Sandbox {
  opened += 1;
  const artifact = {
    hash: `hash ${opened}`,
    account: 'somebody',
    loadModules: async () => modules,
  };
  return { kind: 'isolate', loader: env.LOADER, artifact };
}

function call(sandbox: Sandbox, name: string, args: JsonObject = {}): Promise<ToolResult> {
  const context = { client, createEgress: 'mock' as const, maxResultBytes: 10_000 };
  return callTool(sandbox, { name, arguments: args }, context);
}

/** The same server with the code of a tool under a name whose modules nobody reads before they run. */
function withoutReading(modules: Modules, tool: string): Modules {
  const [from, to] = [`./${tool}.action.ts`, `./${tool}.js`];
  const { code } = guardLoops(modules[`src/tools/${tool}.action.ts`] ?? '', CONFINEMENT);
  return {
    ...modules,
    [`src/tools/${tool}.js`]: code.replaceAll(from, to),
    [`src/tools/${tool}.ts`]: (modules[`src/tools/${tool}.ts`] ?? '').replace(from, to),
    [`src/tools/${tool}.action.ts`]: 'export default () => 1;',
  };
}

async function expectNoLeak(sandbox: Sandbox): Promise<void> {
  await call(sandbox, 'keep', { value: 'mine' });
  const next = await call(sandbox, 'keep', { value: 'yours' });
  expect(JSON.stringify(next)).not.toContain('mine');
}

const LEAKING = Object.entries({ ...LEAKS, ...WRITTEN_LEAKS });

test.each(LEAKING)('%s passes nothing from one call to the next', async (_, source) => {
  await expectNoLeak(open(await toModules({ keep: source })));
});

test.each(Object.entries(LEAKS))(
  '%s passes nothing, even if nobody reads the code',
  async (_, source) => {
    await expectNoLeak(open(withoutReading(await toModules({ keep: source }), 'keep')));
  },
);

test('a tool sees no global that could keep something or lead out of its isolate', async () => {
  const worker = env.LOADER.load({
    compatibilityDate: COMPATIBILITY_DATE,
    mainModule: 'names.js',
    modules: { 'names.js': { js: LIST_GLOBALS } },
    globalOutbound: null,
  });
  const listed = await worker.getEntrypoint().fetch('https://names.example');
  const names = z.parse(z.array(z.string()), await listed.json());
  const found = names.map((name) => `typeof ${name} === 'undefined' ? '' : '${name}'`);
  // Beside a module that is read before it runs, so that the isolate is locked down.
  const modules = await toModules({
    see: `export default () => [${found.join()}].filter(Boolean);`,
  });
  const result = await call(open(withoutReading(modules, 'see')), 'see');
  expect(result.structuredContent).toEqual({ result: SEEN.split(/\s+/) });
});

test.each(Object.entries(ORDINARY))(
  '%s works where everything is frozen',
  async (_, [body, value]) => {
    const sandbox = open(await toModules({ work: body }));
    for (const _round of [1, 2]) {
      const { structuredContent, content } = await call(sandbox, 'work', {
        words: ['a', 'constructor', 'a'],
      });
      expect(structuredContent, JSON.stringify(content)).toEqual({ result: value });
    }
  },
);

test.each(Object.entries(ENDLESS))('%s ends with an error', async (_, body) => {
  const sandbox = open(
    await toModules({
      run: `export default (args) => { ${body} };`,
      hello: 'export default () => 1;',
    }),
  );
  const result = await call(sandbox, 'run', { pattern: '^(a+)+$', text: `${'a'.repeat(40)}!` });
  expect(JSON.stringify(result)).toMatch(
    /too many loop iterations|can take for ever|must be a value/,
  );
  expect((await call(sandbox, 'hello')).structuredContent).toEqual({ result: 1 });
});

test('a literal that can take for ever is refused before it runs', async () => {
  const result = await call(
    open(await toModules({ run: 'export default () => /^(a+)+$/.test("a!");' })),
    'run',
  );
  expect(JSON.stringify(result)).toContain(
    'line 1, column 22: SyntaxError: This regular expression can take for ever',
  );
});

test('modules of the platform and of Node cannot be had', async () => {
  for (const name of [
    'cloudflare:workers',
    'node:fs',
    '../../confinement-entry.ts',
    '../../tool-entry.js',
  ]) {
    const sources = [
      `import * as all from '${name}'; export default () => Object.keys(all);`,
      `export * from '${name}'; export default () => 'had';`,
      `export default async () => Object.keys(await import('${name}'));`,
    ];
    for (const source of sources) {
      const result = await call(open(await toModules({ take: source })), 'take');
      expect(JSON.stringify(result), source).toMatch(/must not be (?:imported|loaded)/);
    }
  }
});

test('an isolate that is broken is replaced for the next call', async () => {
  const modules = await toModules({
    break: 'export default () => 1;',
    hello: 'export default () => 2;',
  });
  const server = modules['src/server.ts'] ?? '';
  const sandbox = open({
    ...modules,
    // The server's own module is not foreign, so nothing looks into it.
    'src/server.ts': `import { abortIsolate } from 'cloudflare:workers';\n${server}
      const [first] = server.tools;
      server.tools[0] = { ...first, action: { kind: 'code', run: () => abortIsolate('broken') } };`,
  });
  expect((await call(sandbox, 'break')).isError).toBe(true);
  expect((await call(sandbox, 'hello')).structuredContent).toEqual({ result: 2 });
  expect((await call(sandbox, 'break')).isError).toBe(true);
  expect((await call(sandbox, 'hello')).structuredContent).toEqual({ result: 2 });
});

test('modules that could not be read once are read again', async () => {
  const modules = await toModules({ hello: 'export default () => 2;' });
  let reads = 0;
  const loadModules = async () => {
    reads += 1;
    if (reads < 3) throw new Error('The storage does not answer.');
    return modules;
  };
  const artifact = { hash: 'read again', account: 'somebody', loadModules };
  const sandbox: Sandbox = { kind: 'isolate', loader: env.LOADER, artifact };
  const results = [];
  for (let count = 0; count < 4; count += 1) results.push(await call(sandbox, 'hello'));
  expect(results.map(({ structuredContent }) => structuredContent?.result)).toEqual([
    undefined,
    undefined,
    2,
    2,
  ]);
  expect(reads).toBe(3);
});
