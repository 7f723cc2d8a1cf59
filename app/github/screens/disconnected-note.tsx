import type { EndedConnection } from '#app/github/connection/github-status.ts';

/** How disconnecting went: GitHub may not have answered, and then the user ends it there. */
export function DisconnectedNote({ ended }: { ended: EndedConnection }) {
  if (ended.isEndedAtGithub) {
    return (
      <output className="block rounded-panel border bg-sunken px-4 py-3">
        GitHub is disconnected, here and on GitHub.
      </output>
    );
  }
  return (
    <div role="alert" className="rounded-panel border border-warn bg-raised px-4 py-3">
      <p className="font-semibold">GitHub is disconnected here, but it did not confirm the end</p>
      <p className="text-muted">
        We have deleted our access. To be sure that it cannot be used, remove it{' '}
        {ended.manageUrl ? (
          <a href={ended.manageUrl} className="text-blue underline underline-offset-2">
            on GitHub
          </a>
        ) : (
          'in the settings of your GitHub account'
        )}
        , too.
      </p>
    </div>
  );
}
