import { useEffect, useState } from 'react';

import { requestJson } from '#app/api-client/api-request.ts';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { TAB_MODEL, type ModelChoice, type ModelList } from '#app/builder/models/model-choice.ts';
import type { KeyKind } from '#app/builder/models/model-key.ts';

import { forgetTabModel, readTabModel, toChoices } from './tab-model.ts';

/** Which model a turn asks for; `connection` is what a guest has connected in this tab. */
export interface AskedModel {
  model?: string;
  connection?: string;
}

/** The models that a chat can be answered by, and the chosen one; null until they are known. */
export type ModelChoosing = ReturnType<typeof useModelChoice>;

/** Asks which models can answer, and holds the choice; `onPick` is told of a new one. */
export function useModelChoice(initial: string | null, onPick?: (id: string) => void) {
  const [isConnecting, setConnecting] = useState(false);
  const [version, setVersion] = useState(0);
  const {
    value: list,
    failure,
    retry,
  } = useLoaded('models', String(version), () => requestJson<ModelList>('/api/models'));
  const [picked, setPicked] = useState(initial);
  const isTab = list?.keeps === 'tab';
  const own = isTab ? toChoices(readTabModel()) : [];
  const models: readonly ModelChoice[] | null = list && [...own, ...list.models];
  const chosen =
    models?.find(({ id }) => id === picked) ??
    own[0] ??
    models?.find(({ id }) => id === list?.default);
  useEffect(() => {
    // Who has signed in has an account for their keys.
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
    /** What a turn that begins now asks for; nothing where nobody chose. */
    ask: (): AskedModel => toAsked(chosen?.id, picked),
    pick,
    /** The window that connects a model. */
    connecting: {
      isOpen: isConnecting,
      open: () => setConnecting(true),
      close: () => setConnecting(false),
    },
    keeps: list?.keeps ?? 'tab',
    allowsLocal: list?.allowsLocal ?? false,
    /** A model of this kind was connected: it answers from now on. */
    onConnected: (kind: KeyKind) => {
      setVersion(version + 1);
      pick(isTab ? TAB_MODEL : `own:${kind}`);
    },
    /** Forgets what a guest has connected in this tab. */
    disconnect: () => {
      forgetTabModel();
      setVersion(version + 1);
      setPicked(null);
    },
    /** Which there are could not be told: asks again. */
    retry: failure ? retry : null,
  };
}

/** Before the models are known, what was picked and what this tab holds have to do. */
function toAsked(chosen: string | undefined, picked: string | null): AskedModel {
  const tab = readTabModel();
  const remembered = picked === TAB_MODEL && !tab ? null : picked;
  const wanted = chosen ?? remembered ?? (tab && TAB_MODEL);
  // Without the token it is refused: nothing stands in for a key that has expired meanwhile.
  if (wanted === TAB_MODEL) return { model: wanted, ...(tab && { connection: tab.token }) };
  return wanted !== null && wanted === picked ? { model: wanted } : {};
}
