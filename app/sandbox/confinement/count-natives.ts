import { hasProperties } from './freeze-constant.ts';
import { charge } from './loop-budget.ts';
import { replaceMethod } from './replace-method.ts';

/** Iterations that one step of a built-in iterator takes as long as. */
const STEP_ROUNDS = 8;
/** Elements and characters that a built-in function goes through in the time of one iteration. */
const ELEMENTS = 8;
const CHARACTERS = 64;
/** Texts of which a search may compare each character with each of what is searched for. */
const COMPARISONS = 1_024;

/** Methods of lists that take the same time for any list. */
const INSTANT: ReadonlySet<PropertyKey> = new Set([
  'constructor',
  'at',
  'entries',
  'keys',
  'pop',
  'push',
  'subarray',
  'toString',
  'values',
  Symbol.iterator,
]);
const SORTING: ReadonlySet<PropertyKey> = new Set(['sort', 'toSorted']);

/** Methods of texts that make a longer one, by its length. */
const LENGTHENING: readonly string[] = ['padEnd', 'padStart', 'repeat'];
/** Methods of texts that go through all of one. */
const READING: readonly string[] = [
  'endsWith',
  'includes',
  'indexOf',
  'lastIndexOf',
  'localeCompare',
  'match',
  'normalize',
  'replace',
  'replaceAll',
  'search',
  'split',
  'toLowerCase',
  'toUpperCase',
];

/**
 * Counts what built-in functions do by themselves: they may go through millions of elements without running
 * any code that is guarded.
 */
export function countNatives(): void {
  for (const iterator of ITERATORS) {
    replaceMethod(
      iterator,
      'next',
      (native) =>
        function (...args) {
          charge(STEP_ROUNDS);
          return native(this, args);
        },
    );
  }
  for (const lists of [Array.prototype, prototypeOf(Uint8Array.prototype)]) countLists(lists);
  for (const name of LENGTHENING) countLonger(name);
  for (const name of READING) countReading(name);
  replaceMethod(JSON, 'parse', (native) => (...args) => {
    charge(String(args[0]).length / CHARACTERS);
    return native(JSON, args);
  });
}

const ITERATORS: readonly object[] = [
  [].values(),
  new Map().keys(),
  new Set().keys(),
  ''[Symbol.iterator](),
  ''.matchAll(/a/g),
].map(prototypeOf);

function prototypeOf(value: object): object {
  const prototype: unknown = Object.getPrototypeOf(value);
  return hasProperties(prototype) ? prototype : value;
}

function countLists(prototype: object): void {
  for (const name of Reflect.ownKeys(prototype)) {
    if (INSTANT.has(name)) continue;
    replaceMethod(
      prototype,
      name,
      (native) =>
        function (...args) {
          const length = lengthOf(this);
          charge(SORTING.has(name) ? length * Math.log2(length + 1) : length / ELEMENTS);
          return native(this, args);
        },
    );
  }
}

/** Length of a list. Anything else may have any length, and another one each time it is asked. */
function lengthOf(list: unknown): number {
  if (!hasProperties(list)) return 0;
  if (Array.isArray(list)) return list.length;
  // Bytes are copied many at a time.
  if (ArrayBuffer.isView(list)) return list.byteLength / ELEMENTS;
  const property = Reflect.getOwnPropertyDescriptor(list, 'length');
  if (property?.get) throw new TypeError('The length of a list must be a value.');
  return Number(Reflect.get(list, 'length')) || 0;
}

function countLonger(name: string): void {
  replaceMethod(
    String.prototype,
    name,
    (native) =>
      function (given, ...args) {
        const count = Number(given);
        const times = name === 'repeat' ? String(this).length : 1;
        charge((Math.max(0, count || 0) * times) / CHARACTERS);
        return native(this, [count, ...args]);
      },
  );
}

function countReading(name: string): void {
  replaceMethod(
    String.prototype,
    name,
    (native) =>
      function (...args) {
        const { length } = String(this);
        const [sought] = args;
        const comparisons = typeof sought === 'string' ? (length * sought.length) / COMPARISONS : 0;
        charge(length / CHARACTERS + comparisons);
        return native(this, args);
      },
  );
}
