import { isStarting } from './loop-budget.ts';
import { replaceMethod } from './replace-method.ts';

/** Stops what could hide the kind of an object while modules load: `freezeConstant` knows it by its prototype. */
export function stopDisguises(): void {
  stop(Object, 'setPrototypeOf');
  stop(Reflect, 'setPrototypeOf');
  stop(Reflect, 'construct');
  stop(Proxy, 'revocable');
  const { set } = Reflect.getOwnPropertyDescriptor(Object.prototype, '__proto__') ?? {};
  Object.defineProperty(Object.prototype, '__proto__', {
    set(this: unknown, value: unknown) {
      requireCall();
      if (set) Reflect.apply(set, this, [value]);
    },
  });
  const native = Proxy;
  function LateProxy(target: object, traps: ProxyHandler<object>): object {
    requireCall();
    return new native(target, traps);
  }
  Object.defineProperty(LateProxy, 'name', { value: 'Proxy' });
  Object.defineProperty(LateProxy, 'revocable', { value: native.revocable });
  Object.defineProperty(globalThis, 'Proxy', { value: LateProxy });
}

function stop(holder: object, name: string): void {
  replaceMethod(holder, name, (native) => (...args) => {
    requireCall();
    return native(undefined, args);
  });
}

function requireCall(): void {
  if (isStarting())
    throw new Error('A module must not change the kind of an object while it loads.');
}
