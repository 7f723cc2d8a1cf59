import { Link } from 'react-router';

import type { OwnAccount } from '#app/auth/own-account.ts';
import { buttonClass } from '#app/ui/button.tsx';

interface Props {
  accounts: readonly OwnAccount[];
  /** The account that is looked at; null: it is not known. */
  account: OwnAccount | null;
  /** The page, which takes a team by `?account=`. */
  path: string;
}

/** Leads to the same page of another account: the personal one, or a team. Nothing for who is in no team. */
export function AccountSwitch({ accounts, account, path }: Props) {
  if (accounts.length < 2) return null;
  return (
    <nav aria-label="Account" className="mb-4 flex flex-wrap items-center gap-2">
      {accounts.map(({ id, kind, name }) => (
        <Link
          key={id}
          to={kind === 'personal' ? path : `${path}?account=${id}`}
          aria-current={id === account?.id ? 'page' : undefined}
          className={buttonClass(
            id === account?.id ? 'secondary' : 'ghost',
            'max-w-full min-w-0 shrink',
          )}
        >
          <span className="truncate">
            <bdi>{kind === 'personal' ? 'Personal' : name}</bdi>
          </span>
        </Link>
      ))}
      {account?.kind === 'team' ? (
        <Link to={`/teams/${account.id}`} className="text-sm underline pointer-coarse:py-2">
          Members
        </Link>
      ) : null}
    </nav>
  );
}
