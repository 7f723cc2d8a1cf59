import { Suspense } from 'react';
import { isRouteErrorResponse, Link, useLocation } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

import { describePageError } from './describe-page-error.ts';

// Every page would load it for the one that fails.
const CopyButton = lazyPart(async () => (await import('#app/ui/code/copy-button.tsx')).CopyButton);

/** Replaces a page that failed: what happened, what to do, and the id by which the log knows it. */
export function ErrorPage({ error, requestId }: { error: unknown; requestId: string | undefined }) {
  const { pathname, search } = useLocation();
  const status = isRouteErrorResponse(error) ? error.status : null;
  const { title, text, mayRetry } = describePageError(status);
  return (
    <div className="m-auto flex max-w-md flex-col items-start gap-3 px-4 py-16">
      <title>{`${title} · MCP Builder`}</title>
      <h1 className="text-xl">{title}</h1>
      <p className="text-muted">
        {text}
        {mayRetry && requestId ? ' If it keeps failing, quote the request ID below.' : null}
      </p>
      {requestId ? (
        <p className="flex flex-wrap items-center text-sm text-muted">
          Request&nbsp;<code className="wrap-anywhere text-ink">{requestId}</code>
          <Suspense>
            <CopyButton text={requestId} what="request id" />
          </Suspense>
        </p>
      ) : null}
      <div className="mt-3 flex gap-2">
        {mayRetry ? (
          // A link, which works without the page's scripts: they may be what is missing.
          <Link reloadDocument to={pathname + search} className={buttonClass('primary')}>
            Try again
          </Link>
        ) : null}
        <Link to="/" className={buttonClass(mayRetry ? 'secondary' : 'primary')}>
          Go Home
        </Link>
      </div>
    </div>
  );
}
