import { Check, Minus, TriangleAlert, X } from 'lucide-react';

import { Badge } from '#app/ui/badge.tsx';

import type { LineStatus } from './checks-report.ts';
import { STATUS_NAMES } from './report-sections.ts';

const TONES = { fail: 'fail', warn: 'warn', pass: 'pass', notApplicable: 'plain' } as const;
const MARKS = { fail: X, warn: TriangleAlert, pass: Check, notApplicable: Minus } as const;

/** How a check came out, or how many did: a shape, a colour and a word. */
export function StatusMark({ status, count }: { status: LineStatus; count?: number }) {
  const Mark = MARKS[status];
  return (
    <Badge tone={count === 0 ? 'plain' : TONES[status]} className="tabular-nums">
      <Mark aria-hidden />
      {count === undefined ? null : `${count} `}
      {STATUS_NAMES[status]}
    </Badge>
  );
}
