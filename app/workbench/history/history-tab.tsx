import { useRef, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import type { PointView } from '#app/drafts/restore-points.ts';
import { toMegabytes } from '#app/platform/text/to-megabytes.ts';
import { showToast } from '#app/ui/show-toast.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { useKeptFocus } from '#app/ui/focus/use-kept-focus.ts';
import { MasterDetail } from '#app/ui/master-detail.tsx';
import type { DraftScreen } from '#app/workbench/use-draft.ts';
import type { ScreenAddress } from '#app/workbench/use-screen-address.ts';

import { PointDetail } from './point-detail.tsx';
import { PointRow } from './point-row.tsx';
import { bringPointBack, getPoints } from './points-client.ts';

/** Every state that the draft was in: what changed, compared file by file, and the way back. */
export function HistoryTab({ screen, address }: { screen: DraftScreen; address: ScreenAddress }) {
  const { id, revision, mayEdit } = screen.draft;
  const list = useLoaded(id, `${revision} ${screen.reads}`, () => getPoints(id));
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useKeptFocus(root, () => findSeen(root.current, '[aria-current=true], article button'));

  async function restore(number: number, way: 'back' | 'undo'): Promise<void> {
    setFailure(null);
    setBusy(true);
    const before = list.value?.current;
    const restored = await bringPointBack(id, number);
    setBusy(false);
    if (!restored.ok) return setFailure(restored);
    await screen.reload();
    list.retry();
    address.go({ point: null });
    const note = way === 'back' ? `Restored point ${number}` : 'The restore is undone';
    if (way === 'undo' || before === undefined) return showToast(note);
    showToast(note, { label: 'Undo', run: () => void restore(before, 'undo') });
  }

  if (list.failure) {
    return (
      <div className="p-4 sm:p-6">
        <FailureNote failure={list.failure} onRetry={list.retry} />
      </div>
    );
  }
  if (!list.value) return <Spinner className="p-6" />;
  const { points, current, stored } = list.value;
  const newest = points.toReversed();
  const open = newest.find(({ number }) => String(number) === address.point);
  const shown = open ?? newest[0];
  return (
    <div ref={root} className="contents">
      <MasterDetail
        isOpen={open !== undefined}
        list={
          <>
            <p className="shrink-0 border-b px-4 py-2 text-muted">
              {toMegabytes(stored.bytes)} of {toMegabytes(stored.limit)} stored. When it is full,
              the oldest restore points are removed.
            </p>
            <ol aria-label="Restore points" className="min-h-0 grow overflow-y-auto">
              {newest.map((point) => (
                <PointRow
                  key={point.number}
                  point={point}
                  isCurrent={point.number === current}
                  isOpen={point === shown}
                  onOpen={() => address.go({ point: String(point.number) })}
                />
              ))}
            </ol>
          </>
        }
        detail={
          <div className="min-h-0 grow overflow-y-auto">
            {failure ? (
              <div className="px-4 pt-4 sm:px-6">
                <FailureNote failure={failure} onClose={() => setFailure(null)} />
              </div>
            ) : null}
            {shown ? (
              <PointDetail
                key={`${shown.number} ${current}`}
                id={id}
                point={shown}
                before={earlier(points, shown)}
                current={current}
                onBack={() => address.go({ point: null })}
                onRestore={
                  mayEdit && !isBusy ? () => void restore(shown.number, 'back') : undefined
                }
              />
            ) : null}
          </div>
        }
      />
    </div>
  );
}

/** The number of the point before one, or null for the first that is kept. */
function earlier(points: readonly PointView[], { number }: PointView): number | null {
  return points.findLast((point) => point.number < number)?.number ?? null;
}

/** The first of some elements that is on the screen. */
function findSeen(root: HTMLElement | null, selector: string): HTMLElement | undefined {
  return [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])].find((each) =>
    each.checkVisibility(),
  );
}
