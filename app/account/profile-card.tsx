import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { useAuth } from '#app/auth/auth-client.ts';
import { LocalTime } from '#app/ui/locale/local-time.tsx';
import type { Viewer } from '#app/auth/session/viewer.ts';
import { GATE_TIERS, TIER_NAMES } from '#app/billing/limits.ts';
import { useTier } from '#app/billing/tier-store.ts';
import { Avatar } from '#app/ui/avatar.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { CopyButton } from '#app/ui/code/copy-button.tsx';

const PROVIDERS: Record<string, string> = {
  'google.com': 'Google',
  password: 'Email and password',
};

/** The user's profile as of sign-in; details that only the browser knows follow a moment later. */
export function ProfileCard({ viewer }: { viewer: Viewer }) {
  const { user } = useAuth();
  const name = viewer.displayName || viewer.email || 'You';
  const providers = user?.providerData.map(({ providerId }) => providerId) ?? [viewer.provider];
  return (
    <section aria-labelledby="profile">
      <h2 id="profile" className="sr-only">
        Profile
      </h2>
      <div className="flex items-center gap-4">
        <Avatar name={name} photoURL={viewer.photoURL} className="size-14 shrink-0" />
        <div className="min-w-0">
          <p className="truncate font-semibold">{name}</p>
          <p className="flex flex-wrap items-center gap-x-2 text-muted">
            <span className="min-w-0 break-all">{viewer.email ?? 'No email address'}</span>
            {viewer.email ? <Verified isVerified={viewer.isEmailVerified} /> : null}
          </p>
        </div>
      </div>
      <dl className="mt-5 border-t">
        <Fact label="Signs in with">{providers.map((id) => PROVIDERS[id] ?? id).join(', ')}</Fact>
        <Fact label="Member since">
          {user?.creationTime ? (
            <LocalTime at={Date.parse(user.creationTime)} style="long" />
          ) : (
            <span className="text-muted">…</span>
          )}
        </Fact>
        <Fact label="Plan">
          <Plan />
        </Fact>
        <Fact label="User id">
          <span className="flex items-center gap-1">
            <code className="min-w-0 break-all">{viewer.uid}</code>
            <CopyButton text={viewer.uid} what="user id" />
          </span>
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-h-11 items-center gap-x-4 border-b py-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Plan() {
  const { tier, hasActiveSubscription } = useTier();
  const known = GATE_TIERS.find((each) => each === tier);
  return (
    <span className="flex flex-wrap items-center gap-2">
      {known ? TIER_NAMES[known] : tier}
      {hasActiveSubscription ? <Badge tone="pass">Active subscription</Badge> : null}
      <Link to="/subscription" className="text-sm text-blue underline underline-offset-2">
        Subscription and usage
      </Link>
    </span>
  );
}

function Verified({ isVerified }: { isVerified: boolean }) {
  return isVerified ? (
    <Badge tone="pass">
      <CircleCheck aria-hidden />
      Verified
    </Badge>
  ) : (
    <Badge tone="warn">
      <CircleAlert aria-hidden />
      Not verified
    </Badge>
  );
}
