import { Link, useNavigate } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { SignInInvitation } from '#app/auth/sign-in-invitation.tsx';
import { ROLE_NAMES, ROLE_RIGHTS } from '#app/teams/screens/role-words.ts';
import { useAct } from '#app/teams/screens/use-act.ts';
import { postAcceptance, viewInvitation } from '#app/teams/team-client.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import type { InvitationView } from './invitation.ts';
import { forgetLinkToken, useLinkToken } from './use-link-token.ts';

/** An invitation into a team, for who has its link. */
export function InviteScreen() {
  const token = useLinkToken();
  return (
    <div className="mx-auto flex w-full max-w-xl grow flex-col justify-center px-4 py-10 sm:px-6">
      <h1 className="sr-only">Invitation into a team</h1>
      {token === undefined ? <Spinner className="mx-auto" /> : null}
      {token === null ? (
        <EmptyState title="This link is not complete">
          Open the link of your invitation as you received it, or ask for a new one.
        </EmptyState>
      ) : null}
      {token ? <Opened token={token} /> : null}
    </div>
  );
}

function Opened({ token }: { token: string }) {
  const { value, failure, retry } = useLoaded('invitation', token, () => viewInvitation(token));
  if (failure) return <FailureNote failure={failure} onRetry={retry} />;
  if (!value) return <Spinner className="mx-auto" />;
  return value.state === 'open' ? (
    <Acceptance token={token} invitation={value} />
  ) : (
    <Obstacle invitation={value} />
  );
}

function Acceptance({ token, invitation }: { token: string; invitation: InvitationView }) {
  const { team, role, email } = invitation;
  const navigate = useNavigate();
  const { isBusy, failure, act, closeFailure } = useAct();
  return (
    <>
      <EmptyState
        title={`Join ${team}`}
        action={
          <Button
            variant="primary"
            disabled={isBusy}
            onClick={() =>
              void act(
                () => postAcceptance(token),
                ({ account }) => {
                  forgetLinkToken();
                  return navigate(`/my-projects?account=${account}`);
                },
              )
            }
          >
            {isBusy ? 'Joining…' : 'Accept the invitation'}
          </Button>
        }
      >
        You are invited as {email}. Role: {ROLE_NAMES[role]}. {ROLE_RIGHTS[role]}
      </EmptyState>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </>
  );
}

function Obstacle({ invitation }: { invitation: InvitationView }) {
  const { state, team, email, account } = invitation;
  switch (state) {
    case 'signedOut':
      return (
        <SignInInvitation title={`Join ${team}`}>
          This invitation is for {email}. Sign in with that address to accept it.
        </SignInInvitation>
      );
    case 'alreadyMember':
      return (
        <EmptyState
          title={`You are a member of ${team}`}
          action={
            <Link to={`/my-projects?account=${account}`} className={buttonClass('primary')}>
              Open its projects
            </Link>
          }
        />
      );
    case 'unverified':
      return (
        <EmptyState
          title="Verify your address first"
          action={
            <Link to="/email-login" className={buttonClass('primary')}>
              Verify the address
            </Link>
          }
        >
          This invitation is for {email}. Follow the link in the mail that we sent you, then open
          the invitation again.
        </EmptyState>
      );
    default:
      return <EmptyState title={TITLES[state]}>{toAdvice(state, email)}</EmptyState>;
  }
}

type Rest = Exclude<InvitationView['state'], 'signedOut' | 'alreadyMember' | 'unverified'>;

const TITLES: Record<Rest, string> = {
  open: 'This invitation is open',
  otherPerson: 'This invitation is for another address',
  used: 'This invitation was used already',
  revoked: 'This invitation was revoked or replaced',
  expired: 'This invitation has expired',
  full: 'This team has no seat left',
  paused: 'This team’s plan has ended',
};

function toAdvice(state: Rest, email: string): string {
  switch (state) {
    case 'otherPerson':
      return `It is for ${email}. Sign out, sign in with that address, and open the link again.`;
    case 'full':
      return 'Ask an owner of the team to add a seat, then open this link again.';
    case 'paused':
      return 'Nobody can join it at the moment. Ask an owner of the team.';
    default:
      return 'Ask an owner of the team for a new link.';
  }
}
