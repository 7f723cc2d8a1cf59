import { clsx } from 'clsx';
import { FileText, X } from 'lucide-react';

import { formatSize } from '#app/platform/text/format-size.ts';

interface ListedFile {
  id: string;
  name: string;
  /** In bytes. */
  size: number | null;
  /** The share of it that is uploaded, while it is. */
  share?: number | undefined;
  /** Where it can be downloaded. */
  href?: string | undefined;
}

interface Props {
  files: readonly ListedFile[];
  /** Absent where they were sent already. */
  onRemove?: (id: string) => void;
  className?: string;
}

/** Files that go, or went, with a message. */
export function AttachmentList({ files, onRemove, className }: Props) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Attached files" className={clsx('flex flex-wrap gap-1.5', className)}>
      {files.map(({ id, name, size, share, href }) => (
        <li
          key={id}
          className="flex min-h-8 max-w-full items-center gap-1.5 rounded-control border bg-raised pe-2 ps-2 text-sm"
        >
          <FileText aria-hidden className="size-4 shrink-0 text-muted" />
          {href === undefined ? (
            <span className="min-w-0 truncate">{name}</span>
          ) : (
            <a href={href} download={name} className="min-w-0 truncate underline">
              {name}
            </a>
          )}
          {size === null ? null : (
            <span className="shrink-0 text-muted tabular-nums">{formatSize(size)}</span>
          )}
          {share === undefined ? null : (
            <output className="shrink-0 text-muted tabular-nums">
              {Math.floor(share * 100)} %
            </output>
          )}
          {onRemove ? (
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => onRemove(id)}
              className="-me-1 flex size-6 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
            >
              <X aria-hidden className="size-4" />
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
