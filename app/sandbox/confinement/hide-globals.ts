import { hasProperties } from './freeze-constant.ts';
import { replaceMethod } from './replace-method.ts';

/**
 * Globals that a tool does not get. Some lead out of the isolate or to Node's modules, others keep what one
 * caller has written for the next one to read: a cache, a timeline, a pool of memory, the global object itself.
 */
const HIDDEN: readonly string[] = [
  'globalThis',
  'self',
  'global',
  'process',
  'Buffer',
  'eval',
  'WebAssembly',
  'SharedArrayBuffer',
  'Atomics',
  'caches',
  'Cache',
  'CacheStorage',
  'performance',
  'Performance',
  'PerformanceEntry',
  'PerformanceMark',
  'PerformanceMeasure',
  'PerformanceObserver',
  'PerformanceObserverEntryList',
  'PerformanceResourceTiming',
  'Cloudflare',
  'navigator',
  'Navigator',
  'origin',
  'ServiceWorkerGlobalScope',
  'WorkerGlobalScope',
  'reportError',
];

/** Methods that the global object inherits, and that other objects need. */
const INHERITED: readonly string[] = ['addEventListener', 'removeEventListener', 'dispatchEvent'];

/** Removes those globals, and what else makes the global object a place to keep something. */
export function hideGlobals(): void {
  const root = globalThis;
  const clock = Object.freeze({ now: () => Date.now() });
  for (const scope of withPrototypes(root)) {
    for (const name of HIDDEN) Reflect.deleteProperty(scope, name);
  }
  Object.defineProperty(root, 'performance', { value: clock });
  for (const name of INHERITED) {
    Object.defineProperty(root, name, { value: undefined });
    requireReceiver(root, name);
  }
}

function withPrototypes(value: object): object[] {
  const above: unknown = Object.getPrototypeOf(value);
  return [value, ...(hasProperties(above) ? withPrototypes(above) : [])];
}

/** Without a receiver such a method would work on the global object. */
function requireReceiver(root: object, name: string): void {
  replaceMethod(
    EventTarget.prototype,
    name,
    (native) =>
      function (...args) {
        if (!hasProperties(this) || this === root) throw new TypeError(`${name} needs an object.`);
        return native(this, args);
      },
  );
}
