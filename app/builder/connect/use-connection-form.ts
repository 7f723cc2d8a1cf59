import { useEffect } from 'react';

import type { ModelList } from '#app/builder/models/model-choice.ts';
import type { KeyKind } from '#app/builder/models/model-key.ts';
import { useMachine } from '#app/ui/use-machine.ts';

import { keepConnection, loadOffered, testConnection } from './connection-client.ts';
import {
  beginConnectionEntry,
  isTested,
  stepConnectionEntry,
  toConnection,
} from './connection-entry.ts';
import {
  isLocalAddress,
  isReachable,
  readPrice,
  type ConnectionFields,
} from './connection-fields.ts';
import type { ProviderPreset } from './provider-presets.ts';

interface Options extends Pick<ModelList, 'keeps' | 'allowsLocal'> {
  onConnected: (kind: KeyKind) => void;
}

/** State and actions of the connection window. */
export type ConnectionForm = ReturnType<typeof useConnectionForm>;

/** State of the connection form: edits, tests and saves a connection. */
export function useConnectionForm({ keeps, allowsLocal, onConnected }: Options) {
  const { state, getState, dispatch } = useMachine(stepConnectionEntry, beginConnectionEntry);
  useEffect(() => () => dispatch({ kind: 'closed' }), [dispatch]);
  const connection = toConnection(state);
  const isRefused = !allowsLocal && isLocalAddress(connection.baseUrl);
  const isAskable = !isRefused && isReachable(state.preset, connection);
  const isBusy = state.trial === 'running' || state.isKeeping;
  const isPriceRight = readPrice(state.fields) !== undefined;

  async function list() {
    dispatch({ kind: 'listing' });
    const { listVersion } = getState();
    dispatch({ kind: 'listed', listVersion, answer: await loadOffered(connection) });
  }

  /** Returns whether the connection works, and is still the one that is typed in. */
  async function test(): Promise<boolean> {
    dispatch({ kind: 'testing' });
    const { version } = getState();
    dispatch({ kind: 'tested', version, answer: await testConnection(connection) });
    return getState().version === version && isTested(getState());
  }

  async function connect() {
    if (!isTested(state) && !(await test())) return;
    dispatch({ kind: 'keeping' });
    const kept = await keepConnection(keeps, connection);
    dispatch({ kind: 'kept', failure: kept.ok ? null : kept });
    if (kept.ok) onConnected(connection.kind);
  }

  const { preset, fields, offered, trial, failure, isKeeping, isPriceTyped } = state;
  return {
    preset,
    fields,
    offered,
    trial,
    failure,
    isRefused,
    isKeeping,
    canList: isAskable && !preset.listsNothing,
    canConnect: isAskable && connection.model !== '' && isPriceRight && !isBusy,
    isPriceRight,
    isPriceListed: !isPriceTyped && fields.inputPrice !== '',
    choose: (next: ProviderPreset) => dispatch({ kind: 'chosen', preset: next }),
    change: (part: Partial<Pick<ConnectionFields, 'baseUrl' | 'model' | 'value'>>) =>
      dispatch({ kind: 'changed', part }),
    price: (part: Partial<Pick<ConnectionFields, 'inputPrice' | 'outputPrice'>>) =>
      dispatch({ kind: 'priced', part }),
    list: () => void list(),
    test: () => void test(),
    connect: () => void connect(),
    closeFailure: () => dispatch({ kind: 'failureSeen' }),
  };
}
