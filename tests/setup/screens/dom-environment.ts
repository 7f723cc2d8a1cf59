import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** Node's own, so that what stands in for our API may be code that otherwise runs in the Worker. */
const NATIVE = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'File',
  'FormData',
  'Headers',
  'ReadableStream',
  'Request',
  'Response',
  'TransformStream',
  'URL',
  'URLSearchParams',
  'WritableStream',
  'fetch',
] as const;

/** The page of a screen test: happy-dom's document, with Node's requests and answers. */
export default {
  ...builtinEnvironments['happy-dom'],
  name: 'dom',
  async setup(global, options) {
    const natives = NATIVE.map((name) => [name, Reflect.get(global, name)] as const);
    const environment = await builtinEnvironments['happy-dom'].setup(global, {
      ...options,
      happyDOM: { url: 'http://localhost:5173/', width: 1280, height: 800 },
    });
    for (const [name, value] of natives) Reflect.set(global, name, value);
    return environment;
  },
} satisfies Environment;
