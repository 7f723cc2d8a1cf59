/** Runs a built-in method. */
export type Native = (receiver: unknown, args: readonly unknown[]) => unknown;

type Replacement = (this: unknown, ...args: unknown[]) => unknown;

/** Replaces a built-in method, if there is one, by a function of the same name that may run it. */
export function replaceMethod(
  holder: object,
  name: PropertyKey,
  make: (native: Native) => Replacement,
): void {
  const property = Reflect.getOwnPropertyDescriptor(holder, name);
  const method: unknown = property?.value;
  if (typeof method !== 'function') return;
  const value = make((receiver, args) => Reflect.apply(method, receiver, args));
  Object.defineProperty(value, 'name', { value: method.name });
  Object.defineProperty(value, 'length', { value: method.length });
  Object.defineProperty(holder, name, { ...property, value });
}
