import { allowOverrides } from './allow-overrides.ts';
import { countNatives } from './count-natives.ts';
import { freezeAll, hasProperties, isSharedDecoder } from './freeze-constant.ts';
import { guardExpressions } from './guard-expressions.ts';
import { hideGlobals } from './hide-globals.ts';
import { listIntrinsics } from './list-intrinsics.ts';
import { replaceMethod } from './replace-method.ts';
import { stopDisguises } from './stop-disguises.ts';

/**
 * Makes the isolate a place where nothing can be kept: everything that the platform brings is frozen, and
 * what has a memory of its own is gone. Runs before the first module of the server.
 */
export function lockDown(): void {
  const root = globalThis;
  const hidden = listIntrinsics();
  stopDisguises();
  forgetMatches();
  stopHalfCharacters();
  countNatives();
  guardExpressions();
  hideGlobals();
  allowOverrides();
  freezeAll([root, ...hidden]);
}

/** `RegExp.input`, `RegExp.$1`: parts of the last text that anybody has matched. */
function forgetMatches(): void {
  const kept = new Set<PropertyKey>(['length', 'name', 'prototype', 'escape', Symbol.species]);
  for (const key of Reflect.ownKeys(RegExp)) {
    if (!kept.has(key)) Reflect.deleteProperty(RegExp, key);
  }
  Reflect.deleteProperty(RegExp.prototype, 'compile');
}

/** A decoder that reads a stream keeps what it has read of a character. */
function stopHalfCharacters(): void {
  replaceMethod(
    TextDecoder.prototype,
    'decode',
    (native) =>
      function (bytes, options) {
        const stream = hasProperties(options) && Reflect.get(options, 'stream') === true;
        if (stream && hasProperties(this) && isSharedDecoder(this)) {
          throw new TypeError('All callers share this decoder: make one inside the function.');
        }
        return native(this, [bytes, { stream }]);
      },
  );
}
