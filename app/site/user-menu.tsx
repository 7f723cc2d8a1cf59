import { Link } from 'react-router';

import { AUTH_TEXTS } from '#app/auth/auth-texts.ts';
import { useSignOut } from '#app/auth/login/use-sign-out.ts';
import type { Viewer } from '#app/auth/session/viewer.ts';
import { useTier } from '#app/billing/tier-store.ts';
import { Avatar } from '#app/ui/avatar.tsx';

const ITEM = 'control flex w-full items-center px-2.5 text-sm hover:bg-hover';

/** The user of the menu, as the server or the browser knows them. */
export type MenuUser = Pick<Viewer, 'email' | 'displayName' | 'photoURL'>;

/** The signed-in user and their plan, the link to their account, and the way to sign out. */
export function UserMenu({ user }: { user: MenuUser }) {
  const { tier } = useTier();
  const name = user.displayName || user.email || 'You';
  return (
    <>
      <button
        type="button"
        popoverTarget="user-menu"
        aria-label={`Account of ${name}`}
        title={name}
        className="-me-1 flex size-9 shrink-0 items-center justify-center rounded-full hover:bg-hover pointer-coarse:size-11"
      >
        <Avatar name={name} photoURL={user.photoURL} />
      </button>
      <div
        id="user-menu"
        popover="auto"
        className="fixed inset-auto top-12 end-4 m-0 w-64 max-w-[calc(100vw-2rem)] rounded-panel border bg-raised p-1 text-ink shadow-float sm:end-6"
      >
        <div className="mb-1 border-b px-2.5 pt-1.5 pb-2.5 text-sm">
          <p className="truncate font-semibold">{name}</p>
          {user.email && user.email !== name ? (
            <p className="truncate text-muted">{user.email}</p>
          ) : null}
          <p className="mt-1 text-muted">
            Plan <span className="font-medium text-ink capitalize">{tier}</span>
          </p>
        </div>
        <Link to="/account" onClick={hideMenu} className={ITEM}>
          Account
        </Link>
        <Link to="/subscription" onClick={hideMenu} className={ITEM}>
          Subscription
        </Link>
        <Link to="/api-keys" onClick={hideMenu} className={ITEM}>
          API keys
        </Link>
        <Link to="/logtok" onClick={hideMenu} className={ITEM}>
          ID token
        </Link>
        <SignOutLink />
      </div>
    </>
  );
}

function hideMenu() {
  document.getElementById('user-menu')?.hidePopover();
}

/** Signs out here, so that signing in leads back; before the page is alive, on the screen for it. */
function SignOutLink() {
  const { state, signOut } = useSignOut();
  return (
    <>
      <Link
        to="/signout"
        aria-disabled={state === 'busy'}
        onClick={(event) => {
          event.preventDefault();
          void signOut();
        }}
        className={ITEM}
      >
        {state === 'busy' ? 'Signing out...' : 'Sign out'}
      </Link>
      {state === 'failed' ? (
        <p role="alert" className="px-2.5 py-1 text-sm text-fail">
          {AUTH_TEXTS.signOutFailed}
        </p>
      ) : null}
    </>
  );
}
