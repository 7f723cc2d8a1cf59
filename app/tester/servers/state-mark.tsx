import { Check, CircleDashed, RotateCw, X } from 'lucide-react';

import type { ConnectionState } from '#app/mcp-client/connection.ts';
import { Badge } from '#app/ui/badge.tsx';
import { SpinnerMark } from '#app/ui/spinner.tsx';

import { describeState } from './state-words.ts';

const ICONS = {
  closed: CircleDashed,
  connected: Check,
  reconnecting: RotateCw,
  failed: X,
} as const;

/** The state of a connection: a mark and its words. */
export function StateMark({ state }: { state: ConnectionState }) {
  const { label, tone } = describeState(state);
  const Icon = state.status === 'connecting' ? null : ICONS[state.status];
  return (
    <Badge tone={tone}>
      {Icon ? <Icon aria-hidden /> : <SpinnerMark className="size-3.5" />}
      {label}
    </Badge>
  );
}
