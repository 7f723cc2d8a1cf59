/** Prototypes whose properties objects often write on themselves: `this.name = 'MyError'`. */
const OVERRIDDEN: readonly object[] = [
  Object,
  Function,
  Promise,
  Error,
  AggregateError,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
].map(({ prototype }) => prototype);

/**
 * Lets objects have properties with the names of inherited ones that will be frozen. JavaScript refuses to
 * write those, as if they were the object's own; an accessor defines them on the object instead.
 */
export function allowOverrides(): void {
  for (const prototype of OVERRIDDEN) {
    for (const key of Reflect.ownKeys(prototype)) allowOverride(prototype, key);
  }
}

function allowOverride(prototype: object, key: PropertyKey): void {
  const property = Reflect.getOwnPropertyDescriptor(prototype, key);
  if (property?.writable !== true || property.configurable !== true) return;
  const inherited: unknown = property.value;
  Object.defineProperty(prototype, key, {
    get: () => inherited,
    set(this: object, value: unknown) {
      if (this === prototype) throw new TypeError(`All callers share ${String(key)}.`);
      const own = { value, writable: true, enumerable: true, configurable: true };
      Object.defineProperty(this, key, own);
    },
  });
}
