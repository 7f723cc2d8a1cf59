import { History } from 'lucide-react';
import { useState } from 'react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import type { PointDiff } from '#app/chat/point-answers.ts';
import type { PointView } from '#app/drafts/restore-points.ts';
import { Button } from '#app/ui/button.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { FileDiff } from './file-diff.tsx';
import { describePoint } from './point-row.tsx';
import { getPointDiff } from './points-client.ts';

interface Props {
  id: string;
  point: PointView;
  /** Number of the point before it, null for the first. */
  before: number | null;
  current: number;
  onBack: () => void;
  /** Absent for who may not change the draft, and while one is restored. */
  onRestore?: (() => void) | undefined;
}

/** One restore point: what it changed, or what bringing it back would change. */
export function PointDetail({ id, point, before, current, onBack, onRestore }: Props) {
  const isNow = point.number === current;
  const [side, setSide] = useState<'made' | 'back'>(before === null ? 'back' : 'made');
  const [from, to] =
    side === 'made' ? [before ?? point.number, point.number] : [current, point.number];
  return (
    <article aria-label={`Point ${point.number}`} className="space-y-4 px-4 py-4 sm:px-6">
      <Button variant="ghost" className="-ms-3 @min-[640px]:hidden" onClick={onBack}>
        All restore points
      </Button>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="me-auto text-base">
          Point {point.number}
          {isNow ? <span className="font-normal text-muted"> · current state</span> : null}
        </h2>
        {isNow || !onRestore ? null : (
          <Button variant="secondary" onClick={onRestore}>
            <History aria-hidden />
            Restore
          </Button>
        )}
      </div>
      <ul className="text-sm text-muted">
        {(point.changed.length > 0 ? point.changed : [describePoint(point)]).map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
      {before !== null && !isNow ? (
        <Segmented
          label="Compare"
          value={side}
          options={[
            { value: 'made', label: 'What it changed' },
            { value: 'back', label: 'What restoring changes' },
          ]}
          onChange={setSide}
        />
      ) : null}
      {from === to ? null : <Comparison key={`${from} ${to}`} id={id} from={from} to={to} />}
    </article>
  );
}

function Comparison({ id, from, to }: { id: string; from: number; to: number }) {
  const diff = useLoaded(id, `${from} ${to}`, () => getPointDiff(id, from, to));
  if (diff.failure) return <FailureNote failure={diff.failure} onRetry={diff.retry} />;
  if (!diff.value) return <Spinner />;
  const { tools, files } = diff.value;
  return (
    <>
      <ToolChanges tools={tools} />
      <section aria-label="Files">
        <h3 className="mb-1 text-sm">
          {files.length === 1 ? '1 file differs' : `${files.length} files differ`}
        </h3>
        <ul className="divide-y border-y">
          {files.map((file) => (
            <li key={file.path}>
              <FileDiff id={id} from={from} to={to} file={file} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function ToolChanges({ tools }: { tools: PointDiff['tools'] }) {
  const { added, removed, renamed, changed } = tools;
  if (added.length + removed.length + renamed.length + changed.length === 0) return null;
  return (
    <section aria-label="Tools">
      <h3 className="mb-1 text-sm">Tools</h3>
      <ul className="text-sm">
        {added.map((name) => (
          <ToolLine key={name} sign="+" word="added" name={name} tone="text-pass" />
        ))}
        {removed.map((name) => (
          <ToolLine key={name} sign="−" word="removed" name={name} tone="text-fail" />
        ))}
        {renamed.map(({ from, to }) => (
          <ToolLine
            key={to}
            sign="→"
            word="renamed"
            name={to}
            tone="text-warn"
            note={`was ${from}`}
          />
        ))}
        {changed.map(({ name, fields }) => (
          <ToolLine
            key={`changed ${name}`}
            sign="~"
            word="changed"
            name={name}
            tone="text-warn"
            note={fields.join(', ')}
          />
        ))}
      </ul>
    </section>
  );
}

function ToolLine({
  sign,
  word,
  name,
  tone,
  note = '',
}: {
  sign: string;
  word: string;
  name: string;
  tone: string;
  note?: string;
}) {
  return (
    <li className="flex gap-2">
      <span aria-hidden className={`w-3 shrink-0 font-mono ${tone}`}>
        {sign}
      </span>
      <span className="sr-only">{word}</span>
      <code className="wrap-anywhere">{name}</code>
      <span className="min-w-0 text-muted wrap-anywhere">{note}</span>
    </li>
  );
}
