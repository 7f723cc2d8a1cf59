/**
 * Ways to hand a value of one call to the next, as modules with a default export. Each takes `args.value`,
 * keeps it where it can, and returns what an earlier call has left there.
 */
export const LEAKS: Record<string, string> = {
  ...onCall({
    'a prototype': ['[].kept', 'Array.prototype.kept = args.value'],
    'the prototype of all objects': ['({}).kept', 'Object.prototype.kept = args.value'],
    'the prototype of functions': ['(() => 1).kept', 'Function.prototype.kept = args.value'],
    'a replaced method': [
      '[1].at.kept ?? String([7].join())',
      'Array.prototype.join = () => args.value',
    ],
    'a property of a function': ['parseInt.kept', 'parseInt.kept = args.value'],
    'a namespace': ['Math.kept', 'Math.kept = args.value'],
    'a global under its other names': [
      'typeof self === "object" ? self.kept : 0',
      'self.kept = args.value',
    ],
    'the global object': ['globalThis.kept', 'globalThis.kept = args.value'],
    'the global object of Node': ['global.kept', 'global.kept = args.value'],
    'the environment': ['process.env.KEPT', 'process.env.KEPT = args.value'],
    'a host object': ['console.kept', 'console.kept = args.value'],
    'another host object': ['crypto.subtle.kept', 'crypto.subtle.kept = args.value'],
    'a scheduler': ['scheduler.kept', 'scheduler.kept = args.value'],
    'a constructor of the host': ['Headers.kept', 'Headers.kept = args.value'],
    'the prototype of asynchronous functions': [
      'Object.getPrototypeOf(async () => {}).kept',
      'Object.getPrototypeOf(async () => {}).kept = args.value',
    ],
    'the prototype of generators': [
      'Object.getPrototypeOf(function* () {}).prototype.kept',
      'Object.getPrototypeOf(function* () {}).prototype.kept = args.value',
    ],
    'the prototype of iterators': [
      'Object.getPrototypeOf([][Symbol.iterator]()).kept',
      'Object.getPrototypeOf([][Symbol.iterator]()).kept = args.value',
    ],
    'the prototype of an iterator of the host': [
      'Object.getPrototypeOf(new Headers().entries()).kept',
      'Object.getPrototypeOf(new Headers().entries()).kept = args.value',
    ],
    'the prototype of typed arrays': [
      'Object.getPrototypeOf(Uint8Array).kept',
      'Object.getPrototypeOf(Uint8Array).kept = args.value',
    ],
    'the prototype of segments': [
      'Object.getPrototypeOf(new Intl.Segmenter().segment("a")).kept',
      'Object.getPrototypeOf(new Intl.Segmenter().segment("a")).kept = args.value',
    ],
    'the last match of any expression': ['RegExp.input', '/./.test(args.value)'],
    'the entries of a timeline': [
      'performance.getEntries().map((entry) => entry.name).join()',
      'performance.mark(args.value)',
    ],
    'the trace of an error': [
      'Error.prepareStackTrace?.()',
      'Error.prepareStackTrace = () => args.value',
    ],
    'the pool of buffers': [
      'new TextDecoder().decode(Buffer.allocUnsafe(1).buffer)',
      'Buffer.from(args.value)',
    ],
    'the metadata of a module': ['import.meta.kept', 'import.meta.kept = args.value'],
    'a template': ['((parts) => parts)`a`.kept', '((parts) => parts)`a`.kept = args.value'],
  }),
  'a cache': `export default async (args) => {
    const found = await caches.default.match('https://kept.example/');
    await caches.default.put('https://kept.example/', new Response(args.value));
    return found ? await found.text() : 'nothing';
  };`,
  'events of the global object': `export default (args) => {
    let found = 'nothing';
    const event = new CustomEvent('kept', { detail: (value) => { found = value; } });
    dispatchEvent(event);
    addEventListener('kept', ({ detail }) => detail(args.value));
    return found;
  };`,
  'events without a receiver': `const { addEventListener: listen, dispatchEvent: send } = EventTarget.prototype;
  export default (args) => {
    let found = 'nothing';
    send(new CustomEvent('kept', { detail: (value) => { found = value; } }));
    listen('kept', ({ detail }) => detail(args.value));
    return found;
  };`,
  'a constant': `const seen = { list: [] };
  export default (args) => { seen.list.push(args.value); return seen.list; };`,
  'a frozen constant': `const seen = Object.freeze({ list: [] });
  export default (args) => { seen.list.push(args.value); return seen.list; };`,
  'a hidden property of a constant': `const seen = {};
  Object.defineProperty(seen, Symbol.for('list'), { value: [] });
  export default (args) => { seen[Symbol.for('list')].push(args.value); return seen[Symbol.for('list')]; };`,
  'an imported function': `import run from './keep.action.ts';
  export default (args) => { const before = run.kept; run.kept = args.value; return String(before); };`,
  'its own definition': `import { keep } from './keep.ts';
  export default (args) => {
    const before = keep.inputSchema.kept; keep.inputSchema.kept = args.value; return String(before);
  };`,
  'a map in a block': `const box = {};
  { box.map = new Map(); }
  export default (args) => { const before = box.map.get(1); box.map.set(1, args.value); return String(before); };`,
  'a map in disguise': `const box = {};
  { box.map = new Map(); Object.setPrototypeOf(box.map, null); }
  const { get, set } = Map.prototype;
  export default (args) => {
    const before = get.call(box.map, 1); set.call(box.map, 1, args.value); return String(before);
  };`,
  'a map that is made as an object': `const box = {};
  { box.map = Reflect.construct(Map, [], Object); }
  const { get, set } = Map.prototype;
  export default (args) => {
    const before = get.call(box.map, 1); set.call(box.map, 1, args.value); return String(before);
  };`,
  'a map behind a proxy': `const box = {};
  { box.map = new (new Proxy(Map, { get: Object.getPrototypeOf.bind(null, {}) }))(); }
  const { get, set } = Map.prototype;
  export default (args) => {
    const before = get.call(box.map, 1); set.call(box.map, 1, args.value); return String(before);
  };`,
  'bound methods of a map': `const box = {};
  { const map = new Map(); box.get = map.get.bind(map); box.set = map.set.bind(map); }
  export default (args) => { const before = box.get(1); box.set(1, args.value); return String(before); };`,
  'a map as the prototype of a function': `function Kept() {}
  { Kept.prototype = new Map(); }
  export default (args) => {
    const before = Kept.prototype.get(1); Kept.prototype.set(1, args.value); return String(before);
  };`,
  'a closure that a function made': `const box = {};
  function make() { let kept = 'nothing'; return (value) => { const before = kept; kept = value; return before; }; }
  { box.swap = make(); }
  export default (args) => box.swap(args.value);`,
  'a closure that a getter made': `const maker = {
    get swap() { let kept = 'nothing'; return (value) => { const before = kept; kept = value; return before; }; },
  };
  const { swap } = maker;
  export default (args) => swap(args.value);`,
  'a closure that an iterator made': `const maker = {
    *[Symbol.iterator]() { let kept = 'nothing'; yield (value) => { const before = kept; kept = value; return before; }; },
  };
  const [swap] = maker;
  export default (args) => swap(args.value);`,
  'a generator that waits': `const box = {};
  function* make() { let kept = 'nothing'; for (;;) kept = yield kept; }
  { box.each = make(); }
  export default (args) => { box.each.next(args.value); return String(box.each.next(args.value).value); };`,
  'a generator as a prototype': `const box = {};
  function* make() { let kept = 'nothing'; for (;;) { const value = yield kept; kept = value ?? kept; } }
  function Held() {}
  { make.prototype = null; Held.prototype = make(); }
  export default (args) => {
    const { next } = Object.getPrototypeOf(function* () {}).prototype;
    const before = next.call(Held.prototype).value; next.call(Held.prototype, args.value); return String(before);
  };`,
  'a private field of an instance': `const box = {};
  class Kept { #kept; swap(value) { const before = this.#kept; this.#kept = value; return before; } }
  { box.kept = new Kept(); }
  export default (args) => String(box.kept.swap(args.value));`,
  'a property of an expression': `const word = /a/;
  export default (args) => { const before = word.kept; word.kept = args.value; return String(before); };`,
  'the position in a text': `const word = /a/g;
  export default (args) => {
    const before = word.lastIndex; word.lastIndex = args.value === 'mine' ? 7 : 0;
    return before === 7 ? 'mine' : 'nothing';
  };`,
  'the method of a format': `const format = new Intl.NumberFormat('en');
  export default (args) => {
    const before = format.format.kept; format.format.kept = args.value; return String(before);
  };`,
  'half a character': `const decoder = new TextDecoder();
  export default (args) => {
    const before = decoder.decode(new Uint8Array([0xa4]), { stream: true });
    decoder.decode(new Uint8Array(args.value === 'mine' ? [0xc3] : []), { stream: true });
    return before === 'ä' ? 'mine' : 'nothing';
  };`,
  'what it has promised': `const { promise, resolve } = Promise.withResolvers();
  export default async (args) => {
    const before = await Promise.race([promise, Promise.resolve('nothing')]); resolve(args.value); return before;
  };`,
};

/** The same, with variables that only the text of the module shows. */
export const WRITTEN_LEAKS: Record<string, string> = {
  'a variable': `let kept = 'nothing';
  export default (args) => { const before = kept; kept = args.value; return before; };`,
  'the name of a function': `function kept() {}
  export default (args) => { const before = kept; kept = args.value; return String(before); };`,
  'the name of a class': `class Kept {}
  export default (args) => { const before = Kept; [Kept] = [args.value]; return String(before); };`,
  'its own name': `export default function run(args) {
    const before = run; run = Object.assign((...all) => before(...all), { kept: args.value });
    return String(before.kept);
  }`,
  'a variable of a block': `const box = {};
  { let kept = 'nothing'; box.swap = (value) => { const before = kept; kept = value; return before; }; }
  export default (args) => box.swap(args.value);`,
  'a private field that is stamped on': `class Same { constructor(value) { return value; } }
  class Stamp extends Same {
    #kept;
    static read(on) { return #kept in on ? on.#kept : 'nothing'; }
    static write(on, value) { if (#kept in on) on.#kept = value; else new Stamp(on).#kept = value; }
  }
  export default (args) => { const before = Stamp.read(Math); Stamp.write(Math, args.value); return before; };`,
  'a private field of a class': `class Kept { static #kept = 'nothing'; static swap(v) { const b = Kept.#kept; Kept.#kept = v; return b; } }
  export default (args) => Kept.swap(args.value);`,
};

/** Modules that read and write in one expression each. */
function onCall(places: Record<string, [read: string, write: string]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(places).map(([name, [read, write]]) => [
      name,
      `export default (args) => {
        let before;
        try { before = ${read}; } catch {}
        ${write};
        return String(before);
      };`,
    ]),
  );
}
