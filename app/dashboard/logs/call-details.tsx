import type { ReactNode } from 'react';

import type { CallEntry } from '#app/hosting/calls/call-entry.ts';
import { formatSecond } from '#app/platform/locale/reader-locale.ts';
import { CopyButton } from '#app/ui/code/copy-button.tsx';

import { describeBytes } from '#app/dashboard/call-words.ts';

/** Everything that is known of one call. */
export function CallDetails({ call }: { call: CallEntry }) {
  return (
    <dl className="grid max-w-prose grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1">
      {call.cause === null ? null : <Fact name="Reason">{call.cause}</Fact>}
      {call.status === null ? null : <Fact name="API status">{call.status}</Fact>}
      <Fact name="Time">
        <time dateTime={new Date(call.at).toISOString()}>{formatSecond(call.at)}</time>
      </Fact>
      <Fact name="Request size">{describeBytes(call.requestBytes)}</Fact>
      <Fact name="Response size">{describeBytes(call.resultBytes)}</Fact>
      {call.request === null ? null : (
        <Fact name="Request ID">
          <span className="flex flex-wrap items-center gap-1">
            <code className="wrap-anywhere">{call.request}</code>
            <CopyButton text={call.request} what="request ID" />
          </span>
        </Fact>
      )}
      {call.arguments === null ? null : (
        <Fact name="Arguments">
          <code className="wrap-anywhere whitespace-pre-wrap">{call.arguments}</code>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
