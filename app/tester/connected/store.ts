import { useSyncExternalStore } from 'react';

/** A value that components show, and that outlives them. */
export interface Store<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (onChange: () => void) => () => void;
}

export function createStore<Value>(start: Value): Store<Value> {
  let value = start;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
