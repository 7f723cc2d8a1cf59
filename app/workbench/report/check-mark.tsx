import { Check, Minus, TriangleAlert, X } from 'lucide-react';

import type { CheckStatus } from '#app/blueprint/readiness/report.ts';
import { Badge } from '#app/ui/badge.tsx';

import { STATUS_WORDS } from './report-groups.ts';

const TONES = { fail: 'fail', warn: 'warn', pass: 'pass', notApplicable: 'plain' } as const;
const MARKS = { fail: X, warn: TriangleAlert, pass: Check, notApplicable: Minus } as const;

/** How a check came out, or how many did: a shape, a colour and a word. None is nothing to colour. */
export function CheckMark({ status, count }: { status: CheckStatus; count?: number }) {
  const Mark = MARKS[status];
  return (
    <Badge tone={count === 0 ? 'plain' : TONES[status]} className="tabular-nums">
      <Mark aria-hidden />
      {count === undefined ? null : `${count} `}
      {STATUS_WORDS[status]}
    </Badge>
  );
}
