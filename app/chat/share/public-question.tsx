import { Globe } from 'lucide-react';

import type { ShowcaseListing } from '#app/drafts/publishing/showcase-listing.ts';

import { ListingForm } from './listing-form.tsx';

interface Props {
  listing: ShowcaseListing;
  onPublish: (listing: ShowcaseListing) => Promise<void>;
  onCancel: () => void;
}

/** Asks before a chat is shown to everybody, under which words, and says what cannot be taken back. */
export function PublicQuestion({ listing, onPublish, onCancel }: Props) {
  return (
    <section
      aria-label="Make it public?"
      className="rounded-panel border border-pencil px-3.5 py-2.5 text-sm"
    >
      <div role="alert">
        <p className="flex items-center gap-2 font-medium text-pencil">
          <Globe aria-hidden className="size-4 shrink-0" />
          Make it public?
        </p>
        <p className="mt-1 mb-3 text-muted">
          It will be listed in the showcase, where everyone can read it and copy it, as it is now:
          later changes are yours alone until you publish them. Copies stay with those who made
          them, even when this chat is private again.
        </p>
      </div>
      <ListingForm
        initial={listing}
        submitLabel="Make it public"
        cancelLabel="Not now"
        onSubmit={onPublish}
        onCancel={onCancel}
      />
    </section>
  );
}
