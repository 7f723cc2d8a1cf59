import { Link, useRevalidator } from 'react-router';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { toFailureText } from '#app/api-client/failure-text.ts';
import type { ShowcaseListing } from '#app/drafts/publishing/showcase-listing.ts';
import type { Result } from '#app/platform/result.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { showToast } from '#app/ui/show-toast.ts';
import { Toaster } from '#app/ui/toaster.tsx';

import { OwnEntryRow } from './own-entry-row.tsx';
import type { OwnEntry } from './showcase-page.ts';

/** With the shapes of a chat, which only a change needs. */
const loadShareClient = () => import('#app/chat/share/share-client.ts');

/** One's own public chats: how they are listed, how they stand, and the way to take them back. */
export function PublicChatsScreen({ entries }: { entries: readonly OwnEntry[] }) {
  const { revalidate } = useRevalidator();

  /** Shows the list as it is now. */
  async function settle(change: Promise<Result<unknown, RequestFailure>>) {
    const changed = await change;
    await revalidate();
    return changed;
  }

  async function takeBack({ id, title }: OwnEntry) {
    const { setVisibility } = await loadShareClient();
    const taken = await settle(setVisibility(id, 'private'));
    showToast(taken.ok ? `“${title}” is private again` : toFailureText(taken, 'change').detail);
  }

  async function save({ id }: OwnEntry, listing: ShowcaseListing) {
    const { changeListing } = await loadShareClient();
    return settle(changeListing(id, listing));
  }

  return (
    <div className="mx-auto w-full max-w-4xl grow px-4 py-8 sm:px-6">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="me-auto">
          <h1 className="text-lg font-semibold">Public chats</h1>
          <p className="text-muted">
            Chats of yours that everyone can read, as they were when you published them.
          </p>
        </div>
        <Link to="/showcase" className={buttonClass('secondary')}>
          Showcase
        </Link>
      </div>
      {entries.length === 0 ? (
        <EmptyState
          title="No public chats yet"
          action={
            <Link to="/chats" className={buttonClass('secondary')}>
              Your chats
            </Link>
          }
        >
          Open a chat, choose Share and then Public. It is listed in the showcase until you take it
          back.
        </EmptyState>
      ) : (
        <ul aria-label="Public chats" className="divide-y border-y">
          {entries.map((entry) => (
            <li key={entry.id}>
              <OwnEntryRow
                entry={entry}
                onSave={(listing) => save(entry, listing)}
                onTakeBack={() => void takeBack(entry)}
              />
            </li>
          ))}
        </ul>
      )}
      <Toaster />
    </div>
  );
}
