import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import type { Dispatch } from 'react';

import { requestJson, type RequestFailure } from '#app/api-client/api-request.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { getDraft, patchDraft } from '#app/drafts/draft-client.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import type { Result } from '#app/platform/result.ts';
import { showToast } from '#app/ui/show-toast.ts';

import {
  beginDraftScreen,
  reduceDraftScreen,
  type DraftScreenEvent,
} from './draft-screen-state.ts';
import { applyScreenEdits, describeEdit, toInverse, type ScreenEdit } from './tools/screen-edit.ts';

type Change = Parameters<typeof patchDraft>[2];

/** Changes on their way: each waits for the one before it, because it needs its revision. */
interface Line {
  revision: number;
  length: number;
  tail: Promise<void>;
}

/** A draft on the screen: edits are shown at once, sent one after the other, and can be undone. */
export function useDraft(initial: DraftView) {
  const [state, dispatch] = useReducer(reduceDraftScreen, initial, beginDraftScreen);
  const shown = useRef(state.blueprint);
  const queue = useRef<Line>({ revision: initial.revision, length: 0, tail: Promise.resolve() });
  const [renamed, setRenamed] = useState<Readonly<Record<string, string>>>({});
  const { id } = state.draft;

  async function reload(): Promise<void> {
    const loaded = await getDraft(id);
    if (!loaded.ok) return dispatch({ kind: 'failed', failure: loaded });
    const whole = await loadBlueprint(loaded.value);
    if (!whole.ok) return dispatch({ kind: 'failed', failure: whole });
    // Asked before an edit arrived, answered after it: the page knows better.
    if (loaded.value.revision < queue.current.revision) return;
    queue.current.revision = loaded.value.revision;
    shown.current = whole.value;
    dispatch({ kind: 'loaded', draft: loaded.value, blueprint: whole.value });
  }

  useMissingBlueprint(initial, state.blueprint !== null, dispatch, (whole) => {
    shown.current = whole;
  });

  const send = (change: Change) => sendInLine(queue.current, id, change, dispatch, reload);

  /**
   * Shows and sends edits together; returns the reason why they cannot be made, or null. `note` is
   * shown when the server has them, with a way to undo them; null shows nothing.
   */
  function editAll(changes: readonly ScreenEdit[], note: string | null): string | null {
    const before = shown.current;
    if (!before) return 'The server is still loading.';
    const applied = applyScreenEdits(before, changes);
    if (!applied.ok) return applied.message;
    shown.current = applied.value;
    dispatch({ kind: 'edited', blueprint: applied.value });
    setRenamed((known) => changes.reduce(followRename, known));
    void send({ edits: [...changes] }).then((isSaved) => {
      if (!isSaved || note === null) return;
      const inverse = toInverse(before, changes);
      const undo = { label: 'Undo', run: () => editAll(inverse, null) };
      if (inverse.length > 0) showToast(note, undo);
      else showToast(note);
    });
    return null;
  }

  return {
    ...state,
    /** Old names of tools and what they are called now, so that an address with an old one still works. */
    renamed,
    edit: (change: ScreenEdit) => editAll([change], describeEdit(change)),
    editAll,
    reload,
    setEnvironment: (environment: DraftView['environment']) => send({ environment }),
    closeFailure: () => dispatch({ kind: 'failureSeen' }),
  };
}

export type DraftScreen = ReturnType<typeof useDraft>;

async function loadBlueprint(draft: DraftView): Promise<Result<Blueprint, RequestFailure>> {
  const { blueprint } = draft;
  if ('isSummary' in blueprint) return requestJson<Blueprint>(blueprint.url);
  return { ok: true, value: blueprint };
}

/** Loads the blueprint of a draft that came with a summary only. */
function useMissingBlueprint(
  initial: DraftView,
  isWhole: boolean,
  dispatch: Dispatch<DraftScreenEvent>,
  onLoaded: (whole: Blueprint) => void,
): void {
  const take = useEffectEvent((whole: Awaited<ReturnType<typeof loadBlueprint>>) => {
    if (!whole.ok) return dispatch({ kind: 'failed', failure: whole });
    onLoaded(whole.value);
    dispatch({ kind: 'loaded', draft: initial, blueprint: whole.value });
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

/** Sends a change when those before it have arrived; returns whether the server has it. */
function sendInLine(
  line: Line,
  id: string,
  change: Change,
  dispatch: Dispatch<DraftScreenEvent>,
  reload: () => Promise<void>,
): Promise<boolean> {
  line.length += 1;
  const sent = line.tail.then(async () => {
    const saved = await patchDraft(id, line.revision, change);
    line.length -= 1;
    if (saved.ok) {
      line.revision = saved.value.revision;
      dispatch({ kind: 'saved', draft: saved.value, isSettled: line.length === 0 });
      return true;
    }
    // The page differs from the server's state: take that state, then show the failure.
    await reload();
    dispatch({ kind: 'failed', failure: saved });
    return false;
  });
  line.tail = sent.then(() => {});
  return sent;
}

function followRename(
  known: Readonly<Record<string, string>>,
  change: ScreenEdit,
): Readonly<Record<string, string>> {
  if (change.edit !== 'renameTool') return known;
  const { [change.to]: _, ...others } = known;
  return { ...others, [change.from]: change.to };
}
