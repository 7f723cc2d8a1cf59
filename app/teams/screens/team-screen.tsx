import { Link, useRevalidator } from 'react-router';

import type { TeamView } from '#app/teams/team.ts';
import { buttonClass } from '#app/ui/button.tsx';

import { InvitationPart } from './invitation-part.tsx';
import { MemberList } from './member-list.tsx';
import { TeamSettings } from './team-settings.tsx';

export interface TeamPartProps {
  team: TeamView;
  /** Something was changed: the team is loaded anew. */
  onChanged: () => Promise<void>;
}

/** A team: its seats, members, open invitations and settings. */
export function TeamScreen({ team }: { team: TeamView }) {
  const { revalidate } = useRevalidator();
  const part = { team, onChanged: () => revalidate() };
  return (
    <div className="mx-auto flex w-full max-w-3xl grow flex-col gap-8 px-4 py-8 sm:px-6">
      <div>
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="me-auto min-w-0 text-lg font-semibold wrap-anywhere">
            <bdi>{team.name}</bdi>
          </h1>
          <div className="flex gap-2">
            <Link to={`/my-projects?account=${team.id}`} className={buttonClass()}>
              {team.projects === 1 ? '1 project' : `${team.projects} projects`}
            </Link>
            {team.role === 'owner' ? (
              <Link to={`/api-keys?account=${team.id}`} className={buttonClass()}>
                API keys
              </Link>
            ) : null}
          </div>
        </div>
        <SeatNote team={team} />
      </div>
      <MemberList {...part} />
      {team.role === 'owner' ? <InvitationPart {...part} /> : null}
      <TeamSettings key={team.name} {...part} />
    </div>
  );
}

function SeatNote({ team: { seats, isPaused } }: { team: TeamView }) {
  if (isPaused) {
    return (
      <p className="mt-2 rounded-panel bg-warn-tint px-3 py-2 text-sm">
        The plan Team of this team has ended. Members can view its projects, only owners change
        them, within the limits of their plan, and nobody can join. Endpoints keep answering.
      </p>
    );
  }
  const over = seats.used - seats.total;
  return (
    <p className="mt-1 text-sm text-muted tabular-nums">
      {seats.used} of {seats.total === 1 ? '1 seat' : `${seats.total} seats`} taken.
      {over > 0
        ? ` ${over === 1 ? '1 member is' : `${over} members are`} over; everybody stays, and nobody can join until they fit.`
        : null}
    </p>
  );
}
