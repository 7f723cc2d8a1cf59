import { useState } from 'react';

import type { ModelList } from '#app/builder/models/model-choice.ts';
import type { KeyKind } from '#app/builder/models/model-key.ts';

import { keepConnection } from './connection-client.ts';
import {
  isLocalAddress,
  isReachable,
  toFields,
  type ConnectionFields,
} from './connection-fields.ts';
import { PROVIDER_PRESETS, type ProviderPreset } from './provider-presets.ts';
import { useProviderAsking } from './use-provider-asking.ts';

interface Options extends Pick<ModelList, 'keeps' | 'allowsLocal'> {
  onConnected: (kind: KeyKind) => void;
}

/** State and actions of the connection window. */
export type ConnectionForm = ReturnType<typeof useConnectionForm>;

/** State of the connection form: edits, tests and saves a connection. */
export function useConnectionForm({ keeps, allowsLocal, onConnected }: Options) {
  const [preset, setPreset] = useState<ProviderPreset>(PROVIDER_PRESETS[0]);
  const [fields, setFields] = useState(toFields(PROVIDER_PRESETS[0]));
  const [isKeeping, setKeeping] = useState(false);
  const connection = {
    kind: preset.kind,
    baseUrl: fields.baseUrl.trim(),
    model: fields.model.trim(),
    value: fields.value.trim(),
  };
  const { offered, trial, failure, setFailure, isTested, list, test, drop } =
    useProviderAsking(connection);
  const isRefused = !allowsLocal && isLocalAddress(connection.baseUrl);
  const isAskable = !isRefused && isReachable(preset, connection);
  const isBusy = trial === 'running' || isKeeping;

  async function connect() {
    if (!isTested && !(await test())) return;
    setKeeping(true);
    const kept = await keepConnection(keeps, connection);
    setKeeping(false);
    if (kept.ok) onConnected(connection.kind);
    else setFailure(kept);
  }

  return {
    preset,
    fields,
    offered,
    trial,
    failure,
    isRefused,
    isKeeping,
    canList: isAskable && !preset.listsNothing,
    canConnect: isAskable && connection.model !== '' && !isBusy,
    choose: (next: ProviderPreset) => {
      drop(true);
      setPreset(next);
      setFields(toFields(next));
    },
    change: (part: Partial<ConnectionFields>) => {
      drop(part.model === undefined);
      setFields({ ...fields, ...part });
    },
    list: () => void list(),
    test: () => void test(),
    connect: () => void connect(),
    closeFailure: () => setFailure(null),
  };
}
