import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { COMPATIBILITY_DATE } from '#app/sandbox/compatibility.ts';
import type { Sandbox } from '#app/sandbox/call-tool.server.ts';

import { ENDLESS } from './endless-code.ts';
import { LEAKS, WRITTEN_LEAKS } from './leaks.ts';
import { callModule, openModules, toModules, withoutReading } from './open-modules.workerd.ts';
import { ORDINARY } from './ordinary-code.ts';

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

async function expectNoLeak(sandbox: Sandbox): Promise<void> {
  await callModule(sandbox, 'keep', { value: 'mine' });
  const next = await callModule(sandbox, 'keep', { value: 'yours' });
  expect(JSON.stringify(next)).not.toContain('mine');
}

const LEAKING = Object.entries({ ...LEAKS, ...WRITTEN_LEAKS });

test.each(LEAKING)('%s passes nothing from one call to the next', async (_, source) => {
  await expectNoLeak(openModules(await toModules({ keep: source })));
});

test.each(Object.entries(LEAKS))(
  '%s passes nothing, even if nobody reads the code',
  async (_, source) => {
    await expectNoLeak(openModules(withoutReading(await toModules({ keep: source }), 'keep')));
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
  const result = await callModule(openModules(withoutReading(modules, 'see')), 'see');
  expect(result.structuredContent).toEqual({ result: SEEN.split(/\s+/) });
});

test.each(Object.entries(ORDINARY))(
  '%s works where everything is frozen',
  async (_, [body, value]) => {
    const sandbox = openModules(await toModules({ work: body }));
    for (const _round of [1, 2]) {
      const { structuredContent, content } = await callModule(sandbox, 'work', {
        words: ['a', 'constructor', 'a'],
      });
      expect(structuredContent, JSON.stringify(content)).toEqual({ result: value });
    }
  },
);

test.each(Object.entries(ENDLESS))('%s ends with an error', async (_, body) => {
  const sandbox = openModules(
    await toModules({
      run: `export default (args) => { ${body} };`,
      hello: 'export default () => 1;',
    }),
  );
  const result = await callModule(sandbox, 'run', {
    pattern: '^(a+)+$',
    text: `${'a'.repeat(40)}!`,
  });
  expect(JSON.stringify(result)).toMatch(
    /too many loop iterations|can take for ever|must be a value/,
  );
  expect((await callModule(sandbox, 'hello')).structuredContent).toEqual({ result: 1 });
});

test('a literal that can take for ever is refused before it runs', async () => {
  const result = await callModule(
    openModules(await toModules({ run: 'export default () => /^(a+)+$/.test("a!");' })),
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
      const result = await callModule(openModules(await toModules({ take: source })), 'take');
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
  const sandbox = openModules({
    ...modules,
    // The server's own module is not foreign, so nothing looks into it.
    'src/server.ts': `import { abortIsolate } from 'cloudflare:workers';\n${server}
      const [first] = server.tools;
      server.tools[0] = { ...first, action: { kind: 'code', run: () => abortIsolate('broken') } };`,
  });
  expect((await callModule(sandbox, 'break')).isError).toBe(true);
  expect((await callModule(sandbox, 'hello')).structuredContent).toEqual({ result: 2 });
  expect((await callModule(sandbox, 'break')).isError).toBe(true);
  expect((await callModule(sandbox, 'hello')).structuredContent).toEqual({ result: 2 });
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
  for (let count = 0; count < 4; count += 1) results.push(await callModule(sandbox, 'hello'));
  expect(results.map(({ structuredContent }) => structuredContent?.result)).toEqual([
    undefined,
    undefined,
    2,
    2,
  ]);
  expect(reads).toBe(3);
});
