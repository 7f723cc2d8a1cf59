import { useEffect, useRef, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { OfferedModels, Trial } from '#app/builder/models/trial.ts';

import { loadOffered, testConnection, type Connection } from './connection-client.ts';

/** Loads a provider's models, and tests a connection; results of outdated requests are dropped. */
export function useProviderAsking(connection: Connection) {
  const [offered, setOffered] = useState<OfferedModels | 'loading' | null>(null);
  const [trial, setTrial] = useState<Trial | 'running' | null>(null);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  // Increments with each change: a response to outdated input is dropped.
  const version = useRef(0);
  const listVersion = useRef(0);
  useEffect(
    () => () => {
      // A closed window discards the result of its test.
      version.current += 1;
    },
    [],
  );

  async function list() {
    listVersion.current += 1;
    const asked = listVersion.current;
    setOffered('loading');
    const loaded = await loadOffered(connection);
    if (asked !== listVersion.current) return;
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

  return {
    offered,
    trial,
    failure,
    setFailure,
    isTested: trial !== null && trial !== 'running' && trial.ok,
    list,
    test,
    /** The input changed; another address or key may have another list. */
    drop: (hasOtherList: boolean) => {
      version.current += 1;
      setTrial(null);
      setFailure(null);
      if (!hasOtherList) return;
      listVersion.current += 1;
      setOffered(null);
    },
  };
}
