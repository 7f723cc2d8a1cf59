import { isExponential } from '#app/sandbox/regular/is-exponential.ts';

import { hasProperties } from './freeze-constant.ts';
import { charge } from './loop-budget.ts';
import { replaceMethod } from './replace-method.ts';

/** Expressions of which it is remembered that they end. */
const MAX_KNOWN = 1_000;
/** Iterations that the check of one expression counts as, at most. */
const MAX_ROUNDS = 2_000_000;

const ending = new Set<string>();

/** Methods of texts that make an expression of another text. */
const MATCHING: readonly string[] = ['match', 'matchAll', 'search'];

const toText: (value: unknown) => string = String;

const READING_FLAGS = ['i', 's', 'v'];

const { construct } = Reflect;
const readSource = Reflect.getOwnPropertyDescriptor(RegExp.prototype, 'source')?.get;

/**
 * `RegExp` for guarded modules. It refuses expressions that can take for ever, which nothing could end.
 * Literals are refused where the code is read.
 */
export const GuardedRegExp = toGuarded(RegExp);

/** Has texts check the expressions that they make, and leads expressions to the guarded class. */
export function guardExpressions(): void {
  Object.defineProperty(RegExp.prototype, 'constructor', { value: GuardedRegExp });
  for (const name of MATCHING) {
    replaceMethod(
      String.prototype,
      name,
      (native) =>
        function (sought, ...others) {
          if (!hasProperties(sought) && sought !== undefined) requireEnding(toText(sought), '');
          return native(this, [sought, ...others]);
        },
    );
  }
}

function toGuarded(native: RegExpConstructor): RegExpConstructor {
  const make = ([pattern, given]: unknown[], target: Function): object => {
    const before = flagsOf(pattern);
    const flags = toText(given ?? before ?? '');
    if (before !== null) {
      // It was checked when it was made, unless it now reads more characters than then.
      if (toReading(flags) !== toReading(before)) requireEnding(textOf(pattern), flags);
      return construct(native, [pattern, flags], target) as object;
    }
    const source = pattern === undefined ? '' : toText(pattern);
    requireEnding(source, flags);
    return construct(native, [source, flags], target) as object;
  };
  const guarded: RegExpConstructor = new Proxy(native, {
    apply: (_target, _receiver, args) => make(args, native),
    construct: (_target, args, target) => make(args, target === guarded ? native : target),
  });
  return guarded;
}

/** Flags of an expression; null for everything that only looks like one. */
function flagsOf(pattern: unknown): string | null {
  try {
    textOf(pattern);
    return String(Reflect.get(Object(pattern), 'flags'));
  } catch {
    return null;
  }
}

/** @throws TypeError for what is no expression. */
function textOf(pattern: unknown): string {
  if (readSource === undefined || pattern === RegExp.prototype) throw new TypeError();
  return String(Reflect.apply(readSource, pattern, []));
}

/** Flags that change which characters an expression reads. */
function toReading(flags: string): string {
  return READING_FLAGS.filter((flag) => flags.includes(flag)).join('');
}

function requireEnding(source: string, flags: string): void {
  const name = `${flags}/${source}`;
  if (ending.has(name)) return;
  charge(Math.min(source.length ** 2, MAX_ROUNDS));
  if (isExponential(source, flags)) {
    throw new SyntaxError(
      'This regular expression can take for ever: a part that repeats can read the same text in two ways.',
    );
  }
  if (ending.size >= MAX_KNOWN) ending.clear();
  if (source.length < MAX_KNOWN) ending.add(name);
}
