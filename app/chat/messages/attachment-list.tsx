import { clsx } from 'clsx';
import { FileText, X } from 'lucide-react';

import { formatSize } from '#app/drafts/documents/composer-input.ts';

interface Props {
  files: readonly { id: string; name: string; size: number | null }[];
  /** Absent where they were sent already. */
  onRemove?: (id: string) => void;
  className?: string;
}

/** Files that go, or went, with a message. */
export function AttachmentList({ files, onRemove, className }: Props) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Attached files" className={clsx('flex flex-wrap gap-1.5', className)}>
      {files.map(({ id, name, size }) => (
        <li
          key={id}
          className="flex min-h-8 max-w-full items-center gap-1.5 rounded-control border bg-raised pr-2 pl-2 text-sm"
        >
          <FileText aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="min-w-0 truncate">{name}</span>
          {size === null ? null : (
            <span className="shrink-0 text-muted tabular-nums">{formatSize(size)}</span>
          )}
          {onRemove ? (
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => onRemove(id)}
              className="-mr-1 flex size-6 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
            >
              <X aria-hidden className="size-4" />
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
