import { isRouteErrorResponse, Link } from 'react-router';

import { Button, buttonClass } from '#app/ui/button.tsx';

/** Replaces a page that failed: what happened, what to do, and the id to quote. */
export function ErrorPage({ error, requestId }: { error: unknown; requestId: string | undefined }) {
  const isGone = isRouteErrorResponse(error) && error.status === 410;
  return (
    <div className="m-auto flex max-w-md flex-col items-start gap-3 px-4 py-16">
      <title>Something Went Wrong · MCP Builder</title>
      <h1 className="text-xl">{isGone ? 'This draft has expired' : 'Something went wrong'}</h1>
      <p className="text-muted">
        {isGone
          ? 'Guest drafts are kept for 7 days after the last change. Import the document again to get a new one.'
          : 'The page could not be shown. Nothing you saved is lost. Try again; if it fails again, quote the request id below.'}
      </p>
      {requestId ? (
        <p className="text-sm text-muted">
          Request <code className="text-ink">{requestId}</code>
        </p>
      ) : null}
      <div className="mt-3 flex gap-2">
        {isGone ? null : (
          <Button variant="primary" onClick={() => location.reload()}>
            Try again
          </Button>
        )}
        <Link to="/" className={buttonClass(isGone ? 'primary' : 'secondary')}>
          Go Home
        </Link>
      </div>
    </div>
  );
}
