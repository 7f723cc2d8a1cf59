import { env } from 'cloudflare:workers';
import { runInDurableObject } from 'cloudflare:test';

import { HurriedWaits } from './hurried-waits.workerd.ts';

/** The stores of the product, an object's own storage among them, and the counter of its rate limits. */
export type Store = 'D1' | 'KV' | 'R2' | 'object' | 'storage' | 'limit';

/** A call of a store: its method, and the statement, key or name that it concerns. */
export interface StoreCall {
  store: Store;
  method: string;
  subject: string;
}

/**
 * How a call goes wrong. `before`: it fails and has done nothing; `after`: it has done its work, and its answer
 * is lost; `hangs` and `hangsAfter`: the same, but nobody is told; `empty`: it finds nothing; `stale`: it finds
 * what was there at first.
 */
export type Way = 'before' | 'after' | 'hangs' | 'hangsAfter' | 'empty' | 'stale';

/** Decides how a call goes; null: as always. */
export type Decide = (call: StoreCall) => Way | null;

/** The methods that reach a store, by the prototype that has them. */
const METHODS: [Store, object, string[]][] = [
  ['D1', prototypeOf(env.DB.prepare('SELECT 1')), ['first', 'run', 'all', 'raw']],
  ['D1', prototypeOf(env.DB), ['batch', 'exec']],
  ['KV', prototypeOf(env.CACHE), ['get', 'put', 'delete', 'list']],
  ['R2', prototypeOf(env.BLOBS), ['get', 'head', 'put', 'delete', 'list']],
  ['limit', prototypeOf(env.LIMIT_CALLS), ['limit']],
  ...(await runInDurableObject(env.DRAFTS.getByName('storage'), (_, { storage }) => [
    toStorageMethods(storage, 'setAlarm'),
    toStorageMethods(storage.kv, 'put'),
    toStorageMethods(storage.sql, 'exec'),
  ])),
];

function toStorageMethods(storage: object, method: string): [Store, object, string[]] {
  return ['storage', prototypeOf(storage), [method]];
}

/** What a store that is away throws, in its own words. */
const ERRORS: Record<Store, () => Error> = {
  D1: () => new Error('D1_ERROR: Network connection lost.'),
  KV: () => new Error('KV GET failed: 500 Internal Server Error'),
  R2: () => new Error('get: We encountered an internal error. Please try again. (10001)'),
  object: () => Object.assign(new Error('Network connection lost.'), { retryable: true }),
  storage: () => new Error('database or disk is full: SQLITE_FULL'),
  limit: () => new Error('internal error'),
};

/** What the calls of one method need to go wrong. */
interface Spoiling {
  decide: Decide;
  waits: HurriedWaits;
  /** What each key had at first. */
  first: Map<string, unknown>;
  endless: StoreCall[];
}

/** Stores that fail, until they are well again. */
export interface SpoiltStores {
  /** Calls without an answer for which somebody would have waited for ever. */
  endless: readonly StoreCall[];
  heal: () => void;
}

/**
 * Lets calls of the stores go wrong at their border, in the Worker and in its objects alike. Nothing else in this
 * isolate may be at work meanwhile.
 */
export function spoilStores(decide: Decide): SpoiltStores {
  const endless: StoreCall[] = [];
  const spoiling: Spoiling = { decide, waits: new HurriedWaits(), first: new Map(), endless };
  const undo = METHODS.flatMap(([store, prototype, methods]) =>
    methods.map((method) => spoilMethod(store, prototype, method, spoiling)),
  );
  undo.push(spoilObjects(spoiling));
  const heal = () => {
    for (const each of undo) each();
    spoiling.waits.stop();
  };
  return { endless, heal };
}

function spoilMethod(
  store: Store,
  prototype: object,
  method: string,
  spoiling: Spoiling,
): () => void {
  return replace(prototype, method, (original) => {
    return function spoiled(this: object, ...args: unknown[]) {
      const call = { store, method, subject: describe(this, args) };
      return strike(spoiling, call, () => Reflect.apply(original, this, args) as unknown);
    };
  });
}

/** Calls of objects go through stubs, which have their methods from elsewhere. */
function spoilObjects(spoiling: Spoiling): () => void {
  return replace(prototypeOf(env.DRAFTS), 'get', (original) => {
    return function spoiled(this: object, ...args: unknown[]) {
      const stub: unknown = Reflect.apply(original, this, args);
      if (typeof stub !== 'object' || stub === null) return stub;
      return new Proxy(stub, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name);
          if (typeof member !== 'function' || typeof name !== 'string') return member;
          const call = { store: 'object' as const, method: name, subject: '' };
          return (...given: unknown[]) =>
            strike(spoiling, call, () => Reflect.apply(member, target, given) as unknown);
        },
      });
    };
  });
}

function strike(spoiling: Spoiling, call: StoreCall, go: () => unknown): unknown {
  const way = spoiling.decide(call);
  const isRead = READS.includes(call.method);
  if (way === 'empty' && isRead) return Promise.resolve(toNothing(call));
  if (way === null || way === 'empty' || way === 'stale') {
    return isRead && call.store === 'KV' ? remember(spoiling, way, call, go) : go();
  }
  // It is asked without waiting, so it fails at once.
  if (call.store === 'storage') throw ERRORS.storage();
  return toStub(breakOff(spoiling, way, call, go));
}

const READS = ['get', 'head', 'list', 'first', 'all', 'raw'];

/** As a store without any rows or keys. */
function toNothing({ method }: StoreCall): unknown {
  if (method === 'raw') return [];
  if (method === 'all') return { results: [], success: true, meta: {} };
  return method === 'list' ? { objects: [], keys: [], truncated: false } : null;
}

function remember(
  { first }: Spoiling,
  way: Way | null,
  { subject }: StoreCall,
  go: () => unknown,
): unknown {
  if (way === 'stale' && first.has(subject)) return first.get(subject);
  const answer = go();
  if (!first.has(subject)) first.set(subject, answer);
  return answer;
}

async function breakOff(
  { waits, endless }: Spoiling,
  way: Way,
  call: StoreCall,
  go: () => unknown,
): Promise<unknown> {
  const done = way === 'after' || way === 'hangsAfter' ? Promise.resolve(go()) : Promise.resolve();
  if (way === 'before' || way === 'after') {
    await done;
    throw ERRORS[call.store]();
  }
  if (await waits.end(done)) return new Promise(() => {});
  endless.push(call);
  throw new Error('This would never be answered.');
}

/** A promise whose members can be called before it is settled, as what an object answers can. */
function toStub(work: Promise<unknown>): unknown {
  return new Proxy(work, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : () => toStub(target);
    },
  });
}

function replace(
  prototype: object,
  name: string,
  make: (original: Function) => Function,
): () => void {
  const original: unknown = Reflect.get(prototype, name);
  if (typeof original !== 'function') throw new Error(`There is no method ${name}.`);
  Object.defineProperty(prototype, name, { value: make(original), configurable: true });
  return () => {
    Object.defineProperty(prototype, name, { value: original, configurable: true, writable: true });
  };
}

/** The statements of a query, or the keys that a call is about. */
function describe(target: object, [first]: unknown[]): string {
  const sql = readStatement(target);
  if (sql !== null) return sql;
  if (typeof first === 'string') return first;
  if (!Array.isArray(first)) return JSON.stringify(first ?? '');
  return first.map((each: unknown) => readStatement(each) ?? String(each)).join('; ');
}

function readStatement(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const sql: unknown = Reflect.get(value, 'statement');
  return typeof sql === 'string' ? sql : null;
}

function prototypeOf(value: object): object {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (typeof prototype !== 'object' || prototype === null) throw new Error('It has no prototype.');
  return prototype;
}
