import { ArrowRight, MessageSquareText, Wrench } from 'lucide-react';

import type { Check } from '#app/blueprint/readiness/report.ts';
import { Button } from '#app/ui/button.tsx';

import type { ReportActions } from './report-actions.ts';
import { fixWords, placeWords } from './report-words.ts';

/** The buttons of a fix: its edits, else the way to where people fix it, and to the builder. */
export function FixActions({
  check,
  actions: { fix: apply, go, ask },
  isBusy,
}: {
  check: Check;
  actions: ReportActions;
  isBusy: boolean;
}) {
  const { title, fix } = check;
  if (!fix) return null;
  const { edits, place } = fix;
  const about = <span className="sr-only">: {title}</span>;
  const hasEdits = edits !== undefined && apply !== undefined;
  return (
    <div className="my-1 flex flex-wrap gap-2 empty:hidden">
      {hasEdits ? (
        <Button disabled={isBusy} onClick={() => apply(check)}>
          <Wrench aria-hidden />
          {fixWords(fix)}
          {about}
        </Button>
      ) : null}
      {place ? (
        <Button
          variant={hasEdits ? 'ghost' : 'secondary'}
          className="max-w-full"
          onClick={() => go(place)}
        >
          <ArrowRight aria-hidden />
          <span className="truncate">{placeWords(place)}</span>
          {about}
        </Button>
      ) : null}
      {ask && !hasEdits ? (
        <Button variant={place ? 'ghost' : 'secondary'} onClick={() => ask(check)}>
          <MessageSquareText aria-hidden />
          Ask the builder
          {about}
        </Button>
      ) : null}
    </div>
  );
}
