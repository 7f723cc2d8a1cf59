import { Download, PanelLeft, Share2, SquareTerminal } from 'lucide-react';

import { Badge } from '#app/ui/badge.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';

import { zipPath } from './draft-client.ts';
import { ReadinessBadge } from './readiness-badge.tsx';
import { UpstreamBadge } from './upstream-badge.tsx';
import type { DraftScreen } from './use-draft.ts';
import type { ChatsList } from './use-chats-list.tsx';
import type { ReportState } from './use-report.ts';

/** What the server is called, whether it runs, and against what. */
export function ServerHeader({
  screen,
  report,
  onOpenReport,
  onCommands,
  onShare,
  chats,
}: {
  screen: DraftScreen;
  report: ReportState;
  onOpenReport: () => void;
  onCommands: () => void;
  /** Absent for who may not share it. */
  onShare?: (() => void) | undefined;
  chats: ChatsList;
}) {
  const { draft } = screen;
  const { identity, tools } = screen.blueprint ?? draft.blueprint;
  const served = tools.filter((tool) => tool.enabled).length;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-3 sm:px-6">
      <IconButton
        label={chats.isOpen ? 'Hide recent chats (Ctrl B)' : 'Show recent chats (Ctrl B)'}
        aria-expanded={chats.isOpen}
        className="-ml-2 max-lg:hidden"
        onClick={chats.toggle}
      >
        <PanelLeft aria-hidden />
      </IconButton>
      <IconButton
        label="Recent chats"
        aria-haspopup="dialog"
        className="-ml-2 self-start lg:hidden"
        onClick={chats.showWindow}
      >
        <PanelLeft aria-hidden />
      </IconButton>
      <div className="min-w-0 grow basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-lg wrap-anywhere">{identity.title ?? identity.name}</h1>
          <Badge tone="pass">
            <span aria-hidden className="size-2 rounded-full bg-current" />
            running
          </Badge>
          <UpstreamBadge isMock={draft.environment === 'mock'} />
          <ReadinessBadge state={report} onOpen={onOpenReport} />
        </div>
        <p className="text-sm text-muted tabular-nums">
          <code className="wrap-anywhere">{identity.name}</code> {identity.version} ·{' '}
          {served === tools.length
            ? countTools(served)
            : `${served.toLocaleString('en')} of ${countTools(tools.length)} served`}
        </p>
      </div>
      <Button variant="secondary" aria-haspopup="dialog" title="Ctrl K" onClick={onCommands}>
        <SquareTerminal aria-hidden />
        Commands
      </Button>
      {onShare ? (
        <Button variant="secondary" onClick={onShare}>
          <Share2 aria-hidden />
          <span className="max-sm:sr-only">Share</span>
        </Button>
      ) : null}
      <a href={zipPath(draft.id)} download className={buttonClass('secondary', 'max-sm:hidden')}>
        <Download aria-hidden />
        Download
      </a>
    </div>
  );
}

function countTools(number: number): string {
  return number === 1 ? '1 tool' : `${number.toLocaleString('en')} tools`;
}
