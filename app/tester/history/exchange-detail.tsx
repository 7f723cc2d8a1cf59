import { Terminal } from 'lucide-react';
import type { ReactNode } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import type { HttpExchange } from '#app/mcp-client/exchange.ts';
import { formatSize } from '#app/platform/text/format-size.ts';
import { limitText } from '#app/tester/results/limit-text.ts';
import { Button } from '#app/ui/button.tsx';
import { CodeBlock } from '#app/ui/code/code-block.tsx';
import { useCopy } from '#app/ui/code/use-copy.ts';

import type { HttpEntry } from './entry.ts';
import { formatMilliseconds } from './format-measures.ts';
import { maskOf, type Mask } from './mask.ts';
import { SendAgain } from './send-again.tsx';
import { toCurl } from './to-curl.ts';
import { toResentBody } from './to-resent.ts';

/** An HTTP request and its response, with headers and bodies as they travelled. */
export function ExchangeDetail({
  entry: { exchange },
  connection,
  mask,
}: {
  entry: HttpEntry;
  connection: ServerConnection;
  mask: Mask;
}) {
  const { method, url, route, requestHeaders, requestBody, response, error } = exchange;
  return (
    <>
      <CurlButton exchange={exchange} connection={connection} />
      {error === null ? null : <p className="text-sm wrap-anywhere text-fail">{error}</p>}
      <Part title="Request">
        <p className="font-mono text-sm wrap-anywhere">
          {method} {mask.text(url)}
        </p>
        <p className="text-sm text-muted">
          {route === 'relay' ? 'Asked through the relay.' : 'Asked by the browser.'}
        </p>
        <Headers headers={requestHeaders} label="Request headers" mask={mask} />
        {requestBody === null ? null : (
          <Body text={requestBody} label="request body" mask={mask} isCut={false} />
        )}
      </Part>
      {response === null ? null : (
        <Part title={`Response: ${response.status}`}>
          <p className="text-sm text-muted tabular-nums">{describeTimes(exchange)}</p>
          <Headers headers={response.headers} label="Response headers" mask={mask} />
          {response.body === '' ? null : (
            <Body text={response.body} label="response body" mask={mask} isCut={response.isCut} />
          )}
        </Part>
      )}
      {method === 'POST' && requestBody !== null ? (
        <SendAgain connection={connection} toText={() => toResentBody(requestBody)} />
      ) : null}
    </>
  );
}

function CurlButton({
  exchange,
  connection,
}: {
  exchange: HttpExchange;
  connection: ServerConnection;
}) {
  const { state, copy } = useCopy();
  return (
    <Button onClick={() => copy(toCurl(exchange, maskOf(connection.target)))}>
      <Terminal aria-hidden />
      {state === 'copied' ? 'Copied' : state === 'refused' ? 'Not copied' : 'Copy as cURL'}
    </Button>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Headers({
  headers,
  label,
  mask,
}: {
  headers: HttpExchange['requestHeaders'];
  label: string;
  mask: Mask;
}) {
  if (headers.length === 0) return null;
  return (
    <details open>
      <summary className="flex min-h-8 items-center text-sm text-muted hover:text-ink pointer-coarse:min-h-11">
        {label} ({headers.length})
      </summary>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 font-mono text-sm">
        {headers.map(([name, value], index) => (
          <div key={index} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{mask.header(name, value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Body({
  text,
  label,
  mask,
  isCut,
}: {
  text: string;
  label: string;
  mask: Mask;
  isCut: boolean;
}) {
  const masked = mask.text(text);
  const shown = limitText(masked);
  return (
    <>
      <CodeBlock text={shown.text} copied={masked} label={label} className="font-mono text-sm" />
      {isCut || shown.isCut ? (
        <p className="text-sm text-muted">
          {isCut
            ? 'The end of the body is left out: only its beginning is kept.'
            : 'The rest is left out here; it is copied and exported.'}
        </p>
      ) : null}
    </>
  );
}

function describeTimes({ startedAt, response }: HttpExchange): string {
  if (response === null) return '';
  const { headersAt, endedAt, bytes } = response;
  return [
    `headers after ${formatMilliseconds(headersAt - startedAt)}`,
    endedAt === null ? 'still open' : `ended after ${formatMilliseconds(endedAt - startedAt)}`,
    formatSize(bytes),
  ].join(' · ');
}
