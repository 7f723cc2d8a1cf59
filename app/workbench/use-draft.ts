import { useEffect, useEffectEvent, useRef } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { getBlueprint, getDraft } from '#app/drafts/draft-client.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import { patchDraft, patchOnLeave, type PageChange } from '#app/drafts/patch-draft.ts';
import type { Result } from '#app/platform/result.ts';
import { showToast } from '#app/ui/show-toast.ts';
import { useMachine } from '#app/ui/use-machine.ts';

import {
  beginDraftScreen,
  reduceDraftScreen,
  type DraftScreenEvent,
  type DraftScreenState,
} from './draft-screen-state.ts';
import { applyScreenEdits, describeEdit, toInverse, type ScreenEdit } from './tools/screen-edit.ts';

/** The state of the screen, and the way to change it. */
interface Machine {
  getState: () => DraftScreenState;
  dispatch: (event: DraftScreenEvent) => void;
}

/** A draft on the screen: edits are shown at once, sent one after the other, and can be undone. */
export function useDraft(initial: DraftView) {
  const { state, ...machine } = useMachine(reduceDraftScreen, () => beginDraftScreen(initial));
  const { getState, dispatch } = machine;
  // Each change waits for the one before it, because it needs its revision.
  const tail = useRef(Promise.resolve());
  const unanswered = useRef<PageChange[]>([]);
  useMissingBlueprint(initial, state.blueprint !== null, dispatch);
  usePageLeave(() => {
    const { draft, revision } = getState();
    patchOnLeave(draft.id, revision, unanswered.current);
  });

  function send(change: PageChange): Promise<boolean> {
    dispatch({ kind: 'sent' });
    unanswered.current.push(change);
    const sent = tail.current.then(() => sendChange(machine, change));
    tail.current = sent.then(() => void unanswered.current.shift());
    return sent;
  }

  /**
   * Shows and sends edits together; returns the reason why they cannot be made, or null. `note` is
   * shown when the server has them, with a way to undo them; null shows nothing.
   */
  function editAll(edits: readonly ScreenEdit[], note: string | null): string | null {
    const before = getState().blueprint;
    if (!before) return 'The server is still loading.';
    const applied = applyScreenEdits(before, edits);
    if (!applied.ok) return applied.message;
    dispatch({ kind: 'edited', edits, blueprint: applied.value });
    void send({ edits: [...edits] }).then((isSaved) => {
      if (!isSaved || note === null) return;
      const inverse = toInverse(before, edits);
      const undo = { label: 'Undo', run: () => editAll(inverse, null) };
      if (inverse.length > 0) showToast(note, undo);
      else showToast(note);
    });
    return null;
  }

  return {
    ...state,
    edit: (change: ScreenEdit) => editAll([change], describeEdit(change)),
    editAll,
    reload: () => reload(machine),
    setEnvironment: (environment: DraftView['environment']) => send({ environment }),
    /** Takes what the server has already been told. */
    setVisibility: (visibility: DraftView['visibility']) =>
      dispatch({ kind: 'shared', visibility }),
    closeFailure: () => dispatch({ kind: 'failureSeen' }),
  };
}

export type DraftScreen = ReturnType<typeof useDraft>;

async function reload({ getState, dispatch }: Machine): Promise<void> {
  const loaded = await getDraft(getState().draft.id);
  if (!loaded.ok) return dispatch({ kind: 'failed', failure: loaded });
  const whole = await loadBlueprint(loaded.value);
  if (!whole.ok) return dispatch({ kind: 'failed', failure: whole });
  dispatch({ kind: 'loaded', draft: loaded.value, blueprint: whole.value });
}

/** Returns whether the server has the change. */
async function sendChange(machine: Machine, change: PageChange): Promise<boolean> {
  const { draft, revision } = machine.getState();
  const saved = await patchDraft(draft.id, revision, change);
  if (saved.ok) {
    machine.dispatch({ kind: 'saved', draft: saved.value });
    const { isBehind, underWay } = machine.getState();
    if (isBehind && underWay === 0) await reload(machine);
    return true;
  }
  machine.dispatch({ kind: 'refused' });
  // The page differs from the server's state: take that state, then show the failure.
  await reload(machine);
  machine.dispatch({ kind: 'failed', failure: saved });
  return false;
}

async function loadBlueprint(draft: DraftView): Promise<Result<Blueprint, RequestFailure>> {
  const { blueprint } = draft;
  if ('isSummary' in blueprint) return getBlueprint(blueprint);
  return { ok: true, value: blueprint };
}

/** Does something when the page is left or reloaded. */
function usePageLeave(act: () => void): void {
  const leave = useEffectEvent(act);
  useEffect(() => {
    const listen = () => leave();
    window.addEventListener('pagehide', listen);
    return () => window.removeEventListener('pagehide', listen);
  }, []);
}

/** Loads the blueprint of a draft that came with a summary only. */
function useMissingBlueprint(
  initial: DraftView,
  isWhole: boolean,
  dispatch: Machine['dispatch'],
): void {
  const take = useEffectEvent((whole: Awaited<ReturnType<typeof loadBlueprint>>) => {
    if (whole.ok) dispatch({ kind: 'completed', blueprint: whole.value });
    else dispatch({ kind: 'failed', failure: whole });
  });
  useEffect(() => {
    if (isWhole) return;
    let isCurrent = true;
    void loadBlueprint(initial).then((whole) => {
      if (isCurrent) take(whole);
    });
    return () => {
      isCurrent = false;
    };
  }, [isWhole, initial]);
}
