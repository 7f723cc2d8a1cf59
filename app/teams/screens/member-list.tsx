import { useState } from 'react';
import { useNavigate } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { deleteMember, patchMember } from '#app/teams/team-client.ts';
import type { TeamMember } from '#app/teams/team.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import { RoleSelect } from './role-select.tsx';
import { ROLE_NAMES, ROLE_RIGHTS } from './role-words.ts';
import type { TeamPartProps } from './team-screen.tsx';
import { useAct } from './use-act.ts';

/** The members of a team; owners change roles and let members go, everybody may leave. */
export function MemberList({ team, onChanged }: TeamPartProps) {
  return (
    <section aria-labelledby="members">
      <h2 id="members" className="font-semibold">
        Members
      </h2>
      <ul aria-labelledby="members" className="mt-3 divide-y border-y">
        {team.members.map((member) => (
          <li key={member.uid} className="py-3">
            <MemberRow member={member} team={team} onChanged={onChanged} />
          </li>
        ))}
      </ul>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm text-muted">
        {(['owner', 'editor', 'viewer'] as const).map((role) => (
          <div key={role} className="contents">
            <dt className="font-medium">{ROLE_NAMES[role]}</dt>
            <dd>{ROLE_RIGHTS[role]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function MemberRow({ member, team, onChanged }: TeamPartProps & { member: TeamMember }) {
  const { uid, role } = member;
  const [isAsked, setAsked] = useState(false);
  const { isBusy, failure, act, closeFailure } = useAct();
  const name = member.name ?? member.email ?? 'A member';
  const isSelf = uid === team.uid;
  const isOwner = team.role === 'owner';
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <MemberFacts member={member} isSelf={isSelf} />
        {isOwner ? (
          <RoleSelect
            label={`Role of ${name}`}
            role={role}
            isOff={isBusy}
            onChange={(next) => void act(() => patchMember(team.id, uid, next), onChanged)}
          />
        ) : (
          <span className="text-sm">{ROLE_NAMES[role]}</span>
        )}
        {(isOwner || isSelf) && !isAsked ? (
          <Button variant="ghost" onClick={() => setAsked(true)}>
            {isSelf ? 'Leave…' : 'Remove…'}
          </Button>
        ) : null}
      </div>
      {isAsked ? (
        <RemovalNote
          member={member}
          team={team}
          onChanged={onChanged}
          onClose={() => setAsked(false)}
        />
      ) : null}
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </>
  );
}

function MemberFacts({ member, isSelf }: { member: TeamMember; isSelf: boolean }) {
  const { name, email, joinedAt, isPayer, isOverSeats } = member;
  return (
    <div className="min-w-48 grow">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium wrap-anywhere">
          <bdi>{name ?? email ?? 'A member'}</bdi>
        </span>
        {isSelf ? <Badge>You</Badge> : null}
        {isPayer ? <Badge>Pays</Badge> : null}
        {isOverSeats ? <Badge>Over the seats</Badge> : null}
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {email && name ? `${email} · ` : null}joined <RelativeTime at={joinedAt} />
      </p>
    </div>
  );
}

function RemovalNote({
  member,
  team,
  onChanged,
  onClose,
}: TeamPartProps & { member: TeamMember; onClose: () => void }) {
  const { uid, isPayer } = member;
  const navigate = useNavigate();
  const { isBusy, failure, act, closeFailure } = useAct();
  const isSelf = uid === team.uid;
  return (
    <div className="mt-2 rounded-control bg-sunken px-3 py-2 text-sm">
      <p className="max-w-prose">
        {isSelf ? 'You lose' : 'They lose'} access to the team’s projects. API keys of the team that{' '}
        {isSelf ? 'you' : 'they'} made, and apps that {isSelf ? 'you' : 'they'} connected to private
        endpoints, stop working within 30 seconds. Versions stay with the team; chats stay{' '}
        {isSelf ? 'yours' : 'theirs'}, without the team’s secrets.
        {isSelf && isPayer
          ? ' You pay for the team: its plan ends until another owner pays.'
          : null}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          variant="danger"
          disabled={isBusy}
          onClick={() =>
            void act(
              () => deleteMember(team.id, uid),
              () => (isSelf ? navigate('/teams') : onChanged()),
            )
          }
        >
          {isSelf ? 'Leave the team' : 'Remove the member'}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </div>
  );
}
