import { Link } from 'react-router';

import { Button } from '#app/ui/button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import type { SharePreview } from './share-client.ts';

/** Says of a public chat which state of it others see, and offers to publish what has changed since. */
export function PublishedNote({
  published: { at, isCurrent },
  onPublish,
}: {
  published: NonNullable<SharePreview['published']>;
  onPublish: () => void;
}) {
  return (
    <section
      aria-label="Published"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-panel border px-3.5 py-2.5 text-sm"
    >
      <p className="me-auto basis-60 grow text-muted">
        Published <RelativeTime at={at} />.{' '}
        {isCurrent
          ? 'Others see it as it is now.'
          : 'Others see it as it was then, without your later changes.'}{' '}
        <Link to="/public-chats" className="text-blue underline">
          Change its listing
        </Link>
      </p>
      {isCurrent ? null : (
        <Button variant="secondary" onClick={onPublish}>
          Publish the changes
        </Button>
      )}
    </section>
  );
}
