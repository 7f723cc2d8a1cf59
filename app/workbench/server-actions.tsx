import { clsx } from 'clsx';
import { Download, Save, Share2, SquareTerminal } from 'lucide-react';

import { zipPath } from '#app/drafts/draft-client.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';

import { ReadinessBadge } from './report/readiness-badge.tsx';
import { UpstreamBadge } from './upstream-badge.tsx';
import type { DraftScreen } from './use-draft.ts';
import type { ReportState } from './report/use-report.ts';

/** How the server stands, and what can be done with the whole of it. */
export function ServerActions({
  screen,
  report,
  onOpenReport,
  onCommands,
  onShare,
  onSave,
  className,
}: {
  screen: DraftScreen;
  report: ReportState;
  onOpenReport: () => void;
  onCommands: () => void;
  /** Absent for who may not share it. */
  onShare?: (() => void) | undefined;
  /** Absent for who may not keep it. */
  onSave?: (() => void) | undefined;
  className?: string;
}) {
  const { draft } = screen;
  return (
    <div className={clsx('flex shrink-0 items-center gap-1', className)}>
      <span className="me-2 flex items-center gap-3 max-md:hidden">
        <span className="flex @max-[840px]:hidden">
          <UpstreamBadge isMock={draft.environment === 'mock'} />
        </span>
        <span className="flex @max-[700px]:hidden">
          <ReadinessBadge state={report} onOpen={onOpenReport} />
        </span>
      </span>
      <IconButton
        label="Commands"
        title="Commands (Ctrl K)"
        aria-haspopup="dialog"
        onClick={onCommands}
      >
        <SquareTerminal aria-hidden />
      </IconButton>
      {onSave ? (
        <IconButton label="Save" title="Save as a project" onClick={onSave}>
          <Save aria-hidden />
        </IconButton>
      ) : null}
      {onShare ? (
        <IconButton label="Share" onClick={onShare}>
          <Share2 aria-hidden />
        </IconButton>
      ) : null}
      <a
        href={zipPath(draft.id)}
        download
        aria-label="Download the project"
        title="Download the project"
        className={buttonClass('ghost', 'size-8 min-h-8 px-0 pointer-coarse:size-11')}
      >
        <Download aria-hidden />
      </a>
    </div>
  );
}
