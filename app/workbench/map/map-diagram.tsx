import { clsx } from 'clsx';
import { ChevronRight, Cloud, MonitorSmartphone, Server } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { Breakable } from '#app/ui/breakable.tsx';
import { Button } from '#app/ui/button.tsx';
import { formatTokens } from '#app/workbench/tools/token-cost.ts';
import { UpstreamBadge } from '#app/workbench/upstream-badge.tsx';
import { listAuthSchemes } from '#app/workbench/upstream-list.tsx';

/** More APIs than these are counted, not drawn. */
const DRAWN = 4;

interface Props {
  draft: DraftView;
  blueprint: Blueprint;
  countTokens: (tool: Tool) => number;
  onUse: () => void;
  onSetup: () => void;
}

/** Client, server and API as boxes, joined in the direction of the calls. */
export function MapDiagram({ draft, blueprint, countTokens, onUse, onSetup }: Props) {
  const { identity, tools, upstreams, resources, prompts } = blueprint;
  const isMock = draft.environment === 'mock';
  const drawn = upstreams.slice(0, DRAWN);
  const served = tools.filter((tool) => tool.enabled);
  const tokens = served.reduce((sum, tool) => sum + countTokens(tool), 0);
  const parts = [
    served.length === tools.length
      ? countOf(tools.length, 'tool')
      : `${formatCount(served.length)} of ${countOf(tools.length, 'tool')}`,
    ...(resources.length > 0 ? [countOf(resources.length, 'resource')] : []),
    ...(prompts.length > 0 ? [countOf(prompts.length, 'prompt')] : []),
  ];
  return (
    <section
      aria-label="Map of the server"
      className="grid border-b bg-sunken px-4 py-3 sm:px-6 @min-[620px]:py-5 @min-[620px]:grid-cols-[minmax(0,1fr)_2.5rem_minmax(0,1.15fr)_2.5rem_minmax(0,1.15fr)]"
    >
      <MapBox icon={<MonitorSmartphone aria-hidden />} kind="Client">
        <div className="flex items-center justify-between gap-2 @min-[620px]:block">
          <div>
            <p className="font-medium">Any MCP client</p>
            <p className="text-sm text-muted">Claude, Cursor, VS Code, your own agent</p>
          </div>
          <Button className="@min-[620px]:mt-2" onClick={onUse}>
            Connect
          </Button>
        </div>
      </MapBox>
      <Connector targets={1} label="calls" />
      <MapBox icon={<Server aria-hidden />} kind="Server" isCentral>
        <p className="font-medium wrap-anywhere">{identity.title ?? identity.name}</p>
        <p className="text-sm text-muted">
          <code className="wrap-anywhere">{identity.name}</code> {identity.version}
        </p>
        <p className="text-sm text-muted tabular-nums">{parts.join(' · ')}</p>
        <p className="text-sm text-muted tabular-nums">about {formatTokens(tokens)} tokens</p>
      </MapBox>
      <Connector targets={drawn.length} isDashed={isMock} label="calls" />
      <div className="flex flex-col gap-3 @min-[620px]:justify-center @min-[620px]:*:self-stretch">
        {drawn.map((upstream) => (
          <MapBox key={upstream.id} icon={<Cloud aria-hidden />} kind="API" isDashed={isMock}>
            <code className="block wrap-anywhere">
              <Breakable text={toHost(upstream.baseUrl)} />
            </code>
            <p className="text-sm text-muted">{listAuthSchemes(upstream)}</p>
          </MapBox>
        ))}
        {upstreams.length > DRAWN ? (
          <p className="text-sm text-muted">and {upstreams.length - DRAWN} more</p>
        ) : null}
        {upstreams.length === 0 ? <p className="text-sm text-muted">No API yet</p> : null}
      </div>
      {isMock ? (
        <p className="mt-3 flex flex-wrap items-center gap-x-2 text-sm text-muted @min-[620px]:col-start-5">
          <UpstreamBadge isMock />
          answers for now.
          {draft.mayEdit ? (
            <button
              type="button"
              className="min-h-6 text-blue hover:underline pointer-coarse:min-h-11"
              onClick={onSetup}
            >
              Set up
            </button>
          ) : null}
        </p>
      ) : null}
    </section>
  );
}

function MapBox({
  icon,
  kind,
  isCentral = false,
  isDashed = false,
  children,
}: {
  icon: ReactNode;
  kind: string;
  isCentral?: boolean;
  isDashed?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={clsx(
        'min-w-0 rounded-panel border bg-raised px-3.5 py-2 @min-[620px]:self-center @min-[620px]:py-3',
        isCentral ? 'border-blue' : 'border-edge',
        isDashed && 'border-dashed',
      )}
    >
      <h2 className="mb-1 flex items-center gap-1.5 text-sm font-medium text-muted [&_svg]:size-4">
        {icon}
        {kind}
      </h2>
      {children}
    </div>
  );
}

/** The lines from one box to those beside it; if boxes are stacked, one line down. */
function Connector({
  targets,
  isDashed = false,
  label,
}: {
  targets: number;
  isDashed?: boolean;
  label: string;
}) {
  const ends = Array.from({ length: targets }, (_, index) => ((index + 0.5) / targets) * 100);
  return (
    <div className="relative min-h-4">
      <span className="sr-only">{label}</span>
      <svg
        aria-hidden
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        fill="none"
        strokeDasharray={isDashed ? '4 4' : undefined}
        className="absolute inset-0 size-full stroke-edge @max-[620px]:hidden rtl:-scale-x-100"
      >
        {ends.map((end) => (
          <path
            key={end}
            d={`M0 50 C50 50 50 ${end} 100 ${end}`}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {ends.map((end) => (
        <ChevronRight
          key={end}
          aria-hidden
          style={{ top: `${end}%` }}
          className="absolute -end-1 size-4 -translate-y-1/2 text-edge @max-[620px]:hidden"
        />
      ))}
      <span
        aria-hidden
        className={clsx(
          'absolute inset-y-0 start-1/2 border-s border-edge @min-[620px]:hidden',
          isDashed && 'border-dashed',
        )}
      />
    </div>
  );
}

function toHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host + new URL(url).pathname.replace(/\/$/, '') : url;
}

function countOf(number: number, what: string): string {
  return `${formatCount(number)} ${what}${number === 1 ? '' : 's'}`;
}
