import { ChevronRight } from 'lucide-react';
import { Fragment, useState } from 'react';

import type { CallEntry, NamedCallPage } from '#app/hosting/calls/call-entry.ts';
import { formatCount, formatSecond } from '#app/platform/locale/reader-locale.ts';
import { Badge } from '#app/ui/badge.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import { CALL_WORDS, nameCaller } from '#app/dashboard/call-words.ts';
import { CallDetails } from './call-details.tsx';

const HEADS = ['Tool', 'Result', 'Caller', 'Version', 'Duration', 'Time'];

/** Calls, the newest first; each opens to everything that is known of it. */
export function CallTable({ calls, keyNames }: Pick<NamedCallPage, 'calls' | 'keyNames'>) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm tabular-nums">
        <thead className="text-start text-muted">
          <tr className="border-b">
            <th scope="col" className="w-9">
              <span className="sr-only">Details</span>
            </th>
            {HEADS.map((head) => (
              <th key={head} scope="col" className="py-2 pe-4 font-medium whitespace-nowrap">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {calls.map((call) => (
            <Fragment key={call.id}>
              <CallRow
                call={call}
                keyNames={keyNames}
                isOpen={open === call.id}
                onToggle={() => setOpen(open === call.id ? null : call.id)}
              />
              {open === call.id ? (
                <tr id={`call-${call.id}`}>
                  <td colSpan={HEADS.length + 1} className="bg-sunken px-3 py-3">
                    <CallDetails call={call} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  call: CallEntry;
  keyNames: NamedCallPage['keyNames'];
  isOpen: boolean;
  onToggle: () => void;
}

function CallRow({ call, keyNames, isOpen, onToggle }: RowProps) {
  return (
    <tr>
      <td className="py-1 align-top">
        <IconButton
          label={`Details of ${call.tool ?? 'the call'} at ${formatSecond(call.at)}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `call-${call.id}` : undefined}
          onClick={onToggle}
        >
          <ChevronRight aria-hidden className={isOpen ? 'rotate-90' : undefined} />
        </IconButton>
      </td>
      <td className="min-w-36 py-2 pe-4">
        <code className="wrap-anywhere">{call.tool ?? '(none)'}</code>
      </td>
      <td className="py-2 pe-4 whitespace-nowrap">
        <Badge tone={toneOf(call.end)}>{CALL_WORDS[call.end]}</Badge>
        {call.status !== null && call.end === 'upstreamStatus' ? ` ${call.status}` : null}
      </td>
      <td className="max-w-40 truncate py-2 pe-4">{nameCaller(call, keyNames)}</td>
      <td className="py-2 pe-4">{call.version}</td>
      <td className="py-2 pe-4 whitespace-nowrap">{formatCount(call.milliseconds)} ms</td>
      <td className="py-2 whitespace-nowrap">
        <RelativeTime at={call.at} />
      </td>
    </tr>
  );
}

function toneOf(end: CallEntry['end']): 'pass' | 'plain' | 'fail' {
  if (end === 'ok') return 'pass';
  return end === 'cancelled' ? 'plain' : 'fail';
}
