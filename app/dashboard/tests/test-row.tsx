import { Copy, Pencil, Play, Trash2 } from 'lucide-react';

import { ForRole } from '#app/dashboard/for-role.tsx';
import type { TestResult } from '#app/projects/tests/project-test.ts';
import { IconButton } from '#app/ui/icon-button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import { ResultBadge } from './result-badge.tsx';
import { ResultReasons } from './result-reasons.tsx';
import type { StandingTest } from './test-standing.ts';

const UPSTREAM_WORDS = { any: '', mock: ' · mock only', real: ' · real API only' };

function describeElsewhere({ environment, hasPassed }: TestResult): string {
  const where = environment === 'mock' ? 'mock upstream' : 'real API';
  return `${hasPassed ? 'passed' : 'failed'} on the ${where}`;
}

interface Props {
  test: StandingTest;
  isBusy: boolean;
  onRun: () => void;
  onEdit: () => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

/** A saved test with its last result, and what can be done with it. */
export function TestRow({ test: saved, isBusy, onRun, onEdit, onDuplicate, onRemove }: Props) {
  const { test, result, elsewhere } = saved;
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium wrap-anywhere">{test.name}</span>
            <ResultBadge result={result} />
          </p>
          <p className="text-sm wrap-anywhere text-muted tabular-nums">
            <code>{test.tool}</code>
            {UPSTREAM_WORDS[test.upstream]}
            {result === null ? null : (
              <>
                {' '}
                · {result.milliseconds} ms · <RelativeTime at={result.ranAt} />
              </>
            )}
            {elsewhere === null ? null : ` · ${describeElsewhere(elsewhere)}`}
          </p>
        </div>
        <div className="flex shrink-0">
          <ForRole needed="editor">
            <IconButton label={`Run: ${test.name}`} disabled={isBusy} onClick={onRun}>
              <Play aria-hidden />
            </IconButton>
            <IconButton label={`Edit: ${test.name}`} onClick={onEdit}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton label={`Duplicate: ${test.name}`} onClick={onDuplicate}>
              <Copy aria-hidden />
            </IconButton>
            <IconButton label={`Remove: ${test.name}`} onClick={onRemove}>
              <Trash2 aria-hidden />
            </IconButton>
          </ForRole>
        </div>
      </div>
      <ResultReasons result={result} />
    </>
  );
}
