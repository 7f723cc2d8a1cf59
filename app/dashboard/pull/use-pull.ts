import { useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { MergeChoice } from '#app/blueprint/diff/merge/merge-conflict.ts';
import { postPull } from '#app/github/pull/pull-client.ts';
import type { NewPull, PulledEdit, PullPreview } from '#app/github/pull/pull-preview.ts';

type Named = Pick<PulledEdit, 'part' | 'key'>;

export type PullChoice = ReturnType<typeof usePull>;

/** The edits that a person takes, their sides of conflicts, and what became of it. */
export function usePull(project: string, preview: PullPreview) {
  const { edits, conflicts, moreEdits, head } = preview;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [choices, setChoices] = useState<MergeChoice[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [version, setVersion] = useState<number | null>(null);
  const key = useRef(crypto.randomUUID());
  const isTaken = (edit: Named) => !left.has(toId(edit));
  const sideOf = (edit: Named) => choices.find((each) => toId(each) === toId(edit))?.take;
  const isConflict = (edit: Named) => conflicts.some((each) => toId(each) === toId(edit));

  async function take(into: NonNullable<NewPull['into']>) {
    setBusy(true);
    setFailure(null);
    const some = edits.filter(isTaken).map(({ part, key: of }) => ({ part, key: of }));
    const all = left.size === 0 ? {} : { take: some };
    const taken = await postPull(project, { head, into, choices, ...all }, key.current);
    setBusy(false);
    if (!taken.ok) return setFailure(taken);
    if (taken.value.chat !== null) return navigate(`/chat/${taken.value.chat}`);
    setVersion(taken.value.version);
    await revalidate();
  }

  function toggle(edit: Named) {
    const next = new Set(left);
    if (!next.delete(toId(edit))) next.add(toId(edit));
    setLeft(next);
    key.current = crypto.randomUUID();
  }

  return {
    /** All edits are taken together: there are more than are listed. */
    isWhole: moreEdits > 0,
    isTaken,
    toggle,
    isConflict,
    sideOf,
    choose: (choice: MergeChoice) => {
      setChoices([...choices.filter((each) => toId(each) !== toId(choice)), choice]);
      key.current = crypto.randomUUID();
    },
    /** Numbers of edits that are taken, and of conflicts that are open. */
    taken: edits.filter(isTaken).length,
    open: conflicts.filter((each) => isTaken(each) && sideOf(each) === undefined).length,
    take,
    isBusy,
    failure,
    closeFailure: () => setFailure(null),
    version,
  };
}

function toId({ part, key }: Named): string {
  return `${part} ${key}`;
}
