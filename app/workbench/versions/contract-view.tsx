import { ChevronRight, CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';

import type {
  ContractChange,
  ContractDiff,
  ContractFinding,
} from '#app/blueprint/diff/contract/contract-diff.ts';
import {
  describeFate,
  describeContract,
  WEIGHT_TONES,
  WEIGHT_WORDS,
} from '#app/blueprint/diff/contract/contract-words.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { Badge } from '#app/ui/badge.tsx';

import { ContractFindingRow } from './contract-finding-row.tsx';

/** Tools that come open. */
const OPEN_TOOLS = 5;

/** Lists what callers notice of another version: what breaks them first, then the rest. */
export function ContractView({ contract }: { contract: ContractDiff }) {
  const { isBreaking, tools, more, server } = contract;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={isBreaking ? 'fail' : 'pass'}>
          {isBreaking ? <CircleAlert aria-hidden /> : <CircleCheck aria-hidden />}
          {isBreaking ? 'Breaking' : 'Nothing breaks'}
        </Badge>
        <span className="min-w-0 wrap-anywhere tabular-nums">{describeContract(contract)}</span>
      </p>
      {tools.length > 0 ? (
        <ul aria-label="Tools that differ" className="mt-2 divide-y border-y">
          {tools.map((change, index) => (
            <li key={`${change.change} ${change.tool}`}>
              <ToolChange change={change} isFirst={index < OPEN_TOOLS} />
            </li>
          ))}
        </ul>
      ) : null}
      {more > 0 ? (
        <p className="mt-2 text-sm text-muted tabular-nums">
          {formatCount(more)} more tools differ.
        </p>
      ) : null}
      {server.length > 0 ? (
        <>
          <p className="mt-4 font-medium">The server itself</p>
          <Findings findings={server} of="the server" />
        </>
      ) : null}
    </>
  );
}

function ToolChange({ change, isFirst }: { change: ContractChange; isFirst: boolean }) {
  const { tool, weight, findings, more } = change;
  const [isOpen, setOpen] = useState(isFirst && weight !== 'harmless');
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-9 cursor-pointer list-none gap-2 py-1.5 hover:bg-hover pointer-coarse:min-h-11">
        <ChevronRight
          aria-hidden
          className={`mt-1 size-4 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        <span className="flex min-w-0 grow flex-wrap items-center gap-x-2 gap-y-1">
          <code className="min-w-0 font-semibold wrap-anywhere">{tool}</code>
          <span className="min-w-0 text-sm wrap-anywhere text-muted">{describeFate(change)}</span>
          <Badge tone={WEIGHT_TONES[weight]} className="ms-auto">
            {WEIGHT_WORDS[weight]}
          </Badge>
        </span>
      </summary>
      {isOpen ? (
        <div className="pb-2 sm:ps-6">
          <Findings findings={findings} of={tool} />
          {more > 0 ? (
            <p className="text-sm text-muted tabular-nums">
              {formatCount(more)} more differences of this tool are not listed.
            </p>
          ) : null}
        </div>
      ) : null}
    </details>
  );
}

function Findings({ findings, of }: { findings: readonly ContractFinding[]; of: string }) {
  return (
    <ul aria-label={`Differences of ${of}`} className="divide-y text-sm">
      {findings.map((finding, index) => (
        // The order never changes, and nothing else tells two findings apart.
        // oxlint-disable-next-line react/no-array-index-key
        <ContractFindingRow key={index} finding={finding} of={of} />
      ))}
    </ul>
  );
}
