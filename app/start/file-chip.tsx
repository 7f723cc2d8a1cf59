import { FileText, X } from 'lucide-react';

import { formatSize } from '#app/platform/text/format-size.ts';
import { IconButton } from '#app/ui/icon-button.tsx';

interface Props {
  file: { name: string; body: Blob };
  /** The share of it that is uploaded; null: none is. */
  share: number | null;
  onClear: () => void;
}

/** The file that was chosen: its name, its size or how much of it is uploaded, and a button that removes it. */
export function FileChip({ file, share, onClear }: Props) {
  return (
    <div className="flex h-20 items-end px-4">
      <div className="flex max-w-full items-center gap-3 rounded-panel border bg-paper py-2 pe-2 ps-3">
        <FileText aria-hidden className="size-5 shrink-0 text-blue" />
        <div className="min-w-0">
          <p className="truncate font-medium">
            <bdi>{file.name}</bdi>
          </p>
          <p className="text-sm text-muted tabular-nums">
            {share === null
              ? formatSize(file.body.size)
              : `${Math.floor(share * 100)} % of ${formatSize(file.body.size)}`}
          </p>
        </div>
        <IconButton label={`Remove ${file.name}`} disabled={share !== null} onClick={onClear}>
          <X aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}
