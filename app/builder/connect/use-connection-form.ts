import { useRef, useState } from 'react';

import type { RequestFailure } from '#app/builder/api-request.ts';
import type { ModelList } from '#app/builder/model/model-choice.ts';
import type { KeyKind } from '#app/builder/model/model-key.ts';
import type { OfferedModels, Trial } from '#app/builder/model/trial.ts';
import { isLoopbackHost } from '#app/platform/loopback.ts';

import { keepConnection, loadOffered, testConnection } from './connection-client.ts';
import { ACCOUNT_PLACEHOLDER, PROVIDER_PRESETS, type ProviderPreset } from './provider-presets.ts';

interface Options extends Pick<ModelList, 'keeps' | 'allowsLocal'> {
  onConnected: (kind: KeyKind) => void;
}

/** Everything that the connection window holds and does. */
export type ConnectionForm = ReturnType<typeof useConnectionForm>;

/** Holds a connection while it is typed in, tests it, and has it kept. */
export function useConnectionForm({ keeps, allowsLocal, onConnected }: Options) {
  const [preset, setPreset] = useState<ProviderPreset>(PROVIDER_PRESETS[0]);
  const [fields, setFields] = useState(toFields(PROVIDER_PRESETS[0]));
  const [offered, setOffered] = useState<OfferedModels | 'loading' | null>(null);
  const [trial, setTrial] = useState<Trial | 'running' | null>(null);
  const [isKeeping, setKeeping] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  // Counts what was typed: an answer to what the form no longer says is of no interest.
  const version = useRef(0);
  const connection = {
    kind: preset.kind,
    baseUrl: fields.baseUrl.trim(),
    model: fields.model.trim(),
    value: fields.value.trim(),
  };
  const isLocal = isLocalAddress(connection.baseUrl);
  const isRefused = isLocal && !allowsLocal;
  const canList = isAddress(connection.baseUrl) && !isRefused && hasKey(preset, connection.value);
  const isBusy = trial === 'running' || isKeeping;
  const isWhole = canList && connection.model !== '';

  function forget() {
    version.current += 1;
    setTrial(null);
    setFailure(null);
  }

  async function list() {
    if (!canList || preset.listsNothing) return;
    const asked = version.current;
    setOffered('loading');
    const loaded = await loadOffered(connection);
    if (asked !== version.current) return setOffered(null);
    setOffered(loaded.ok ? loaded.value : null);
    setFailure(loaded.ok ? null : loaded);
  }

  async function test(): Promise<boolean> {
    const asked = version.current;
    setTrial('running');
    setFailure(null);
    const tried = await testConnection(connection);
    if (asked !== version.current) return false;
    setTrial(tried.ok ? tried.value : null);
    setFailure(tried.ok ? null : tried);
    return tried.ok && tried.value.ok;
  }

  async function connect() {
    const isTested = trial !== null && trial !== 'running' && trial.ok;
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
    isBusy,
    isKeeping,
    canList: canList && !preset.listsNothing,
    canConnect: isWhole && !isBusy,
    choose: (next: ProviderPreset) => {
      forget();
      setOffered(null);
      setPreset(next);
      setFields(toFields(next));
    },
    change: (part: Partial<typeof fields>) => {
      forget();
      // Another address or key may have another list.
      if (part.model === undefined) setOffered(null);
      setFields({ ...fields, ...part });
    },
    list: () => void list(),
    test: () => void test(),
    connect: () => void connect(),
    closeFailure: () => setFailure(null),
  };
}

function toFields({ baseUrl, models }: ProviderPreset) {
  return { baseUrl, model: models[0] ?? '', value: '' };
}

function hasKey({ needsNoKey }: ProviderPreset, value: string): boolean {
  return value === '' ? needsNoKey === true : value.length >= 8;
}

function isAddress(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && !baseUrl.includes(ACCOUNT_PLACEHOLDER);
}

function isLocalAddress(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopbackHost(new URL(baseUrl).hostname);
}
