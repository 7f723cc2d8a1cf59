/** Everything that is frozen: what the platform brings, and constants of the server's modules. */
const frozen = new WeakSet();

/** Objects of a class, which inherit from it whatever their prototype says. */
const ordinary = new WeakSet();

/** Decoders that all callers share: they must keep no half of a character. */
const sharedDecoders = new WeakSet();

/** Prototypes of generators whose function says nothing else. */
const GENERATORS: readonly unknown[] = [
  Object.getPrototypeOf(function* () {}).prototype,
  Object.getPrototypeOf(async function* () {}).prototype,
];

/** Whose methods hand out a function that is made once for each object. */
const FORMATS = [
  [Intl.NumberFormat, 'format'],
  [Intl.DateTimeFormat, 'format'],
  [Intl.Collator, 'compare'],
] as const;

/** Classes whose objects cannot be changed otherwise than by their properties. */
const STATELESS: ReadonlySet<unknown> = new Set([
  TextEncoder.prototype,
  ...Reflect.ownKeys(Intl).map((name) => prototypeOf(Reflect.get(Intl, name))),
]);

function prototypeOf(format: unknown): unknown {
  return typeof format === 'function' ? Reflect.get(format, 'prototype') : undefined;
}

const construct = Reflect.construct;
const toText = Reflect.get(Function.prototype, 'toString');

/** Freezes what the platform brings with all that can be reached from it, without asking what it is. */
export function freezeAll(roots: readonly unknown[]): void {
  freezeFrom(roots, () => {});
}

/**
 * Freezes a constant of a module's top level with all that can be reached from it, because all callers share
 * it.
 *
 * @throws TypeError for what has a state that cannot be frozen, such as a map.
 */
export function freezeConstant(value: unknown, name: string): void {
  freezeFrom([value], (each) => {
    const state = prepare(each);
    if (state === null) return;
    throw new TypeError(
      `${name} holds ${state}, which all callers would share: keep it inside the function.`,
    );
  });
}

/** Whether a decoder is a constant of a module. */
export function isSharedDecoder(decoder: object): boolean {
  return sharedDecoders.has(decoder);
}

function freezeFrom(roots: readonly unknown[], visit: (value: object) => void): void {
  const open = [...roots];
  while (open.length > 0) {
    const value = open.pop();
    if (!hasProperties(value) || frozen.has(value)) continue;
    visit(value);
    frozen.add(value);
    Object.freeze(value);
    open.push(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const property = Reflect.getOwnPropertyDescriptor(value, key);
      open.push(property?.value, property?.get, property?.set);
    }
  }
}

/** Whether a value can have properties. */
export function hasProperties(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** Prepares a value to be frozen; names what it is, if it has a state of its own. */
function prepare(value: object): string | null {
  if (typeof value === 'function') return prepareFunction(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype || ordinary.has(value)) return null;
  if (Array.isArray(value) && prototype === Array.prototype) return null;
  if (prototype === RegExp.prototype) return describeExpression(value);
  if (prototype === TextDecoder.prototype) {
    sharedDecoders.add(value);
    return null;
  }
  if (!STATELESS.has(prototype)) return 'an object with a state of its own';
  for (const [{ prototype: format }, name] of FORMATS) {
    if (prototype === format) freezeAll([Reflect.get(value, name)]);
  }
  return null;
}

/** Its position in a text is written by each use. */
function describeExpression(value: object): string | null {
  const flags = String(Reflect.get(value, 'flags'));
  return /[gy]/.test(flags) ? 'a regular expression with the flag g or y' : null;
}

function prepareFunction(value: Function): string | null {
  const text = String(Reflect.apply(toText, value, []));
  if (text.endsWith('{ [native code] }')) return 'a built-in function with a value of its own';
  const property = Reflect.getOwnPropertyDescriptor(value, 'prototype');
  if (!hasProperties(property?.value)) return null;
  const above: unknown = Object.getPrototypeOf(property.value);
  if (isClass(value, text)) ordinary.add(property.value);
  else if (GENERATORS.includes(above)) {
    // It may be a generator that waits, which looks the same.
    const empty = Object.create(hasProperties(above) ? above : null) as object;
    ordinary.add(empty);
    Object.defineProperty(value, 'prototype', { value: empty });
  }
  return null;
}

/** The prototype of a class is its own; that of a function may be anything. */
function isClass(value: Function, text: string): boolean {
  if (!text.startsWith('class')) return false;
  try {
    construct(Object, [], value);
    return true;
  } catch {
    // A method with the name `class`.
    return false;
  }
}
