import { WrapText } from 'lucide-react';
import { Suspense, useState } from 'react';

import { formatSize } from '#app/platform/text/format-size.ts';
import type { DraftFile } from '#app/drafts/draft.ts';
import { Button } from '#app/ui/button.tsx';
import { CodeView } from '#app/ui/code/code-view.tsx';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { ScrollArea } from '#app/ui/scroll-area.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { FileChanges } from '#app/workbench/history/file-changes.tsx';
import type { FileStatus } from '#app/workbench/history/use-changed-files.ts';

import { languageOf } from './language-of.ts';

const Markdown = lazyPart(async () => (await import('#app/ui/markdown.tsx')).Markdown);

const LABELS = { rendered: 'Rendered', source: 'Source', changes: 'Changes' };
type View = keyof typeof LABELS;

export interface PointChange {
  draft: string;
  /** Number of the restore point. */
  since: number;
  status: FileStatus;
}

interface Props {
  file: DraftFile;
  /** How it differs from a restore point of its draft; null: it does not, or is compared with none. */
  change: PointChange | null;
  /** Line to begin with, from 1. */
  line: number | null;
  isWrapped: boolean;
  onWrap: () => void;
  onBack: () => void;
}

/** One file: as it reads, as it is written, or what changed in it. */
export function FileDetail(props: Props) {
  const { file, change, line, isWrapped, onWrap, onBack } = props;
  const { path, text, size } = file;
  const status = change?.status ?? null;
  const isGone = status === 'removed';
  // All of a new file is new: there is nothing to compare.
  const isCompared = status === 'changed';
  const views: View[] = [
    ...(path.endsWith('.md') && !isGone ? (['rendered'] as const) : []),
    'source',
    ...(isCompared ? (['changes'] as const) : []),
  ];
  const [picked, setView] = useState<View>(line === null ? 'rendered' : 'source');
  const view = views.includes(picked) ? picked : 'source';
  return (
    <>
      <div className="flex min-h-[45px] shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-4 py-1.5 text-sm">
        <Button variant="ghost" className="-ms-2 @min-[640px]:hidden" onClick={onBack}>
          All files
        </Button>
        <code className="min-w-0 wrap-anywhere">{path}</code>
        {status && !isCompared ? <span className="text-muted">{status}</span> : null}
        <div className="ms-auto flex items-center gap-3">
          {views.length > 1 ? (
            <Segmented
              label="Show"
              value={view}
              options={views.map((value) => ({ value, label: LABELS[value] }))}
              onChange={setView}
            />
          ) : null}
          {isGone ? null : (
            <>
              <span className="text-muted tabular-nums @max-[640px]:hidden">
                {formatSize(size)}
              </span>
              <span className="-my-1.5 flex">
                {view === 'source' ? (
                  <IconButton label="Wrap long lines" aria-pressed={isWrapped} onClick={onWrap}>
                    <WrapText aria-hidden className={isWrapped ? 'text-blue' : undefined} />
                  </IconButton>
                ) : null}
                <CopyButton text={text} what={path} />
              </span>
            </>
          )}
        </div>
      </div>
      {change && (isGone || (isCompared && view === 'changes')) ? (
        <FileChanges
          key={path}
          id={change.draft}
          since={change.since}
          path={path}
          status={change.status}
          text={text}
        />
      ) : view === 'rendered' ? (
        <ScrollArea label={path} className="min-h-0 grow bg-raised max-md:min-h-96">
          <div className="max-w-3xl px-4 py-4 sm:px-6">
            <Suspense fallback={<Spinner />}>
              <Markdown text={text} />
            </Suspense>
          </div>
        </ScrollArea>
      ) : (
        <CodeView
          isFlush
          isWrapped={isWrapped}
          line={line}
          text={text}
          language={languageOf(path)}
          label={path}
          className="grow max-md:min-h-96"
        />
      )}
    </>
  );
}
