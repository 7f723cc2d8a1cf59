import { Form } from 'react-router';

import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SearchField } from '#app/ui/search-field.tsx';

import type { UserDetails, UserPage } from './listed-user.ts';
import { UserRow } from './user-row.tsx';

/** Users by address, name or id; one of them with what they use today. */
export function UserSearch({
  page: { users, hasMore },
  details,
  query,
}: {
  page: UserPage;
  details: UserDetails | null;
  query: string;
}) {
  return (
    <section aria-labelledby="users" className="flex flex-col gap-4">
      <h2 id="users" className="sr-only">
        Users
      </h2>
      <Form className="flex max-w-xl gap-2">
        <input type="hidden" name="tab" value="users" />
        <SearchField
          key={query}
          label="Email, name or user id"
          name="q"
          defaultValue={query}
          className="grow"
        />
        <Button type="submit">Search</Button>
      </Form>
      {users.length === 0 ? (
        <EmptyState title="No user matches">
          {query === '' ? 'Nobody has signed in yet.' : 'Search for a part of the address instead.'}
        </EmptyState>
      ) : (
        <ul aria-labelledby="users" className="border-t">
          {users.map((user) => (
            <UserRow
              key={user.uid}
              user={user}
              query={query}
              details={details?.uid === user.uid ? details : null}
            />
          ))}
        </ul>
      )}
      {hasMore ? (
        <p className="text-sm text-muted">These are the newest 50. Search to find others.</p>
      ) : null}
    </section>
  );
}
