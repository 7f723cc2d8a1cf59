import { useState, useSyncExternalStore } from 'react';

/**
 * Holds a state that only `step` changes. Unlike with `useReducer`, `getState` gives the newest one,
 * also to work that began many renders ago.
 */
export function useMachine<State, Event>(
  step: (state: State, event: Event) => State,
  begin: () => State,
) {
  const [machine] = useState(() => createMachine(step, begin()));
  const { subscribe, getState, dispatch } = machine;
  const state = useSyncExternalStore(subscribe, getState, getState);
  return { state, getState, dispatch };
}

function createMachine<State, Event>(step: (state: State, event: Event) => State, first: State) {
  const listeners = new Set<() => void>();
  let state = first;
  return {
    getState: () => state,
    dispatch: (event: Event): void => {
      state = step(state, event);
      for (const onChange of listeners) onChange();
    },
    subscribe: (onChange: () => void) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
