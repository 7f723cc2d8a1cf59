import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';

import { storeCurrentUrl } from './return-url.ts';

/** Stands in for content that needs a signed-in user: what signing in adds, and a link to it. */
export function SignInInvitation({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmptyState
      title={title}
      action={
        <Link to="/login" className={buttonClass('primary')} onClick={() => storeCurrentUrl()}>
          Sign in
        </Link>
      }
    >
      {children}
    </EmptyState>
  );
}
