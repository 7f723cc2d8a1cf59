import { useEffect, useState } from 'react';

import { requestJson } from '#app/api-client/api-request.ts';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { ModelList, TAB_MODEL, type ModelChoice } from '#app/builder/models/model-choice.ts';
import type { KeyKind } from '#app/builder/models/model-key.ts';

import { forgetTabModel, readTabModel, toChoices } from './kept-tab-model.ts';

/** Model requested for a turn; `connection` is what a guest has connected in this tab. */
export interface AskedModel {
  model?: string;
  connection?: string;
}

/** The models that can answer a chat, and the chosen one; null until they are loaded. */
export type ModelChoosing = ReturnType<typeof useModelChoice>;

/** Loads the available models, and holds the choice; `onPick` is called with a new one. */
export function useModelChoice(initial: string | null, onPick?: (id: string) => void) {
  const [isConnecting, setConnecting] = useState(false);
  const [version, setVersion] = useState(0);
  const {
    value: list,
    failure,
    retry,
  } = useLoaded('models', String(version), () => requestJson(ModelList, '/api/models'));
  const [picked, setPicked] = useState(initial);
  const isTab = list?.keeps === 'tab';
  const own = isTab ? toChoices(readTabModel()) : [];
  const models: readonly ModelChoice[] | null = list && [...own, ...list.models];
  const chosen =
    models?.find(({ id }) => id === picked) ??
    own[0] ??
    models?.find(({ id }) => id === list?.default);
  useEffect(() => {
    // A signed-in user has an account for their keys.
    if (list?.keeps === 'account') forgetTabModel();
  }, [list]);
  function pick(id: string) {
    setPicked(id);
    onPick?.(id);
  }
  return {
    models,
    chosen: chosen?.id ?? '',
    takesImages: chosen?.takesImages ?? false,
    /** Model requested for the next turn; empty if none was chosen. */
    ask: (): AskedModel => toAsked(chosen?.id, picked),
    pick,
    /** State of the connection window. */
    connecting: {
      isOpen: isConnecting,
      open: () => setConnecting(true),
      close: () => setConnecting(false),
    },
    keeps: list?.keeps ?? 'tab',
    allowsLocal: list?.allowsLocal ?? false,
    /** A model of this kind was connected, and is used from now on. */
    onConnected: (kind: KeyKind) => {
      setVersion(version + 1);
      pick(isTab ? TAB_MODEL : `own:${kind}`);
    },
    /** Deletes the guest's connection in this tab. */
    disconnect: () => {
      forgetTabModel();
      setVersion(version + 1);
      setPicked(null);
    },
    /** The list could not be loaded: tries again. */
    retry: failure ? retry : null,
  };
}

/** Before the list is loaded, the picked model and this tab's connection are used. */
function toAsked(chosen: string | undefined, picked: string | null): AskedModel {
  const tab = readTabModel();
  const remembered = picked === TAB_MODEL && !tab ? null : picked;
  const wanted = chosen ?? remembered ?? (tab && TAB_MODEL);
  // Without the token it is rejected: nothing replaces a key that has expired meanwhile.
  if (wanted === TAB_MODEL) return { model: wanted, ...(tab && { connection: tab.token }) };
  return wanted !== null && wanted === picked ? { model: wanted } : {};
}
