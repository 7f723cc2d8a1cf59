import { Info } from 'lucide-react';

/** Why GitHub is not there: for users, and for whoever runs the installation. */
export function GithubOffNote({ missing }: { missing: readonly string[] }) {
  return (
    <div className="flex gap-2 rounded-panel border bg-sunken px-4 py-3">
      <Info aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="font-semibold">GitHub is not set up on this installation</p>
        <p className="text-muted">
          Everything else works without it: a version&apos;s files can be downloaded and pushed by
          hand.
        </p>
        <p className="mt-2">What an operator has to set:</p>
        <ul className="list-disc ps-5 [&_code]:wrap-anywhere">
          {missing.map((name) => (
            <li key={name}>
              <code>{name}</code>
            </li>
          ))}
        </ul>
        <p className="mt-2 text-muted">
          How to register the app on GitHub: <code>docs/operations.md</code>, section
          &ldquo;GitHub&rdquo;.
        </p>
      </div>
    </div>
  );
}
