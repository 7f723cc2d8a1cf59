import type { FieldChange } from '#app/blueprint/diff/field-change.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { DiffView } from '#app/ui/code/diff-view.tsx';

/** Characters of a value that stands in its line. */
const SHORT = 120;

/** A part of something in both states: short values in one line each, others line by line. */
export function FieldDiff({ change, of }: { change: FieldChange; of: string }) {
  const { field, before, after, skipped = 0, left = 0 } = change;
  const isShown = Boolean(before) || Boolean(after) || left === 0;
  return (
    <>
      {!isShown ? null : isShort(change) ? (
        <p className="font-mono text-sm wrap-anywhere">
          {before === null ? null : <Value sign="−" text={before} tone="text-fail" />}
          {after === null ? null : <Value sign="+" text={after} tone="text-pass" />}
        </p>
      ) : (
        <DiffView
          before={before ?? ''}
          after={after ?? ''}
          skipped={skipped}
          label={`${field} of ${of}`}
          className="max-h-80 rounded-panel border text-sm"
          wraps
        />
      )}
      {before === after && left === 0 ? (
        <p className="text-sm text-muted">It differs in a value that is not shown.</p>
      ) : null}
      {left > 0 ? (
        <p className="text-sm text-warn">
          {formatCount(left)} more characters differ, too many to be shown here.
        </p>
      ) : null}
    </>
  );
}

/** Whether both states stand in a line each. */
export function isShort({ before, after }: FieldChange): boolean {
  return [before, after].every(
    (text) => text === null || (text.length <= SHORT && !text.includes('\n')),
  );
}

/** The sign says in print, and to whoever hears it, what the colour says. */
function Value({ sign, text, tone }: { sign: string; text: string; tone: string }) {
  return (
    <span className={`block ${tone}`}>
      <span aria-hidden>{sign} </span>
      <span className="sr-only">{sign === '+' ? 'after: ' : 'before: '}</span>
      {text}
    </span>
  );
}
