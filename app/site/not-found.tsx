import { Link } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';

/** The page at an address that belongs to no screen, or to nothing that its visitor may see. */
export function NotFound({ why }: { why: string | null }) {
  return (
    <div className="m-auto flex max-w-md flex-col items-start gap-3 px-4 py-16">
      <title>Page Not Found · MCP Builder</title>
      <p className="font-mono text-sm text-muted">404</p>
      <h1 className="text-xl">Page Not Found</h1>
      <p className="text-muted">{why ?? "The page you're looking for doesn't exist"}</p>
      <Link to="/" className={buttonClass('primary', 'mt-3')}>
        Go Home
      </Link>
    </div>
  );
}
