import { hasProperties } from './freeze-constant.ts';

/** Objects that every module can reach although no global name leads to them. */
export function listIntrinsics(): unknown[] {
  const iterate = (iterable: Iterable<unknown>) => iterable[Symbol.iterator]();
  const segments = new Intl.Segmenter().segment('a');
  return [
    async () => {},
    function* () {},
    async function* () {},
    (async function* () {})(),
    iterate([]),
    iterate(''),
    iterate(new Map()),
    iterate(new Set()),
    'a'.matchAll(/a/g),
    invoke(iterate([]), 'map', [Boolean]),
    invoke(Reflect.get(globalThis, 'Iterator'), 'from', [{ next: () => ({ done: true }) }]),
    segments,
    iterate(segments),
    iterate(new Headers()),
    iterate(new FormData()),
    iterate(new URLSearchParams()),
    new Headers().keys(),
    new Headers().values(),
    new FormData().keys(),
    new FormData().values(),
    new URLSearchParams().keys(),
    new URLSearchParams().values(),
    new ReadableStream().values(),
    crypto.subtle,
    strictCallee(),
  ];
}

/** Calls a method that the types do not know yet. */
function invoke(holder: unknown, name: string, args: unknown[]): unknown {
  const method: unknown = hasProperties(holder) ? Reflect.get(holder, name) : undefined;
  return typeof method === 'function' ? Reflect.apply(method, holder, args) : undefined;
}

/** The function that throws where a caller or its arguments are asked for. */
function strictCallee(): unknown {
  const list = (function () {
    return arguments;
  })();
  return Reflect.getOwnPropertyDescriptor(list, 'callee')?.get;
}
