import { listClientSecrets } from '#app/drafts/secrets/list-client-secrets.ts';
import { loadBlueprint } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { FoundProject } from '#app/projects/find-project.server.ts';
import type { NewPublication } from '#app/projects/project-change.ts';
import { getPlanLimits } from '#app/projects/project-limits.server.ts';
import type { ProjectProblem } from '#app/projects/project-problem.server.ts';
import { listCallerSecrets } from '#app/projects/secrets/find-project-secrets.server.ts';
import type { ProjectRow } from '#app/projects/project-store.server.ts';
import { findTestGateProblem } from '#app/projects/tests/find-test-gate-problem.server.ts';
import { loadVersion, type VersionRow } from '#app/projects/version-store.server.ts';

import { toEndpointStub, updateEndpoint } from './endpoint-stub.server.ts';
import type { EndpointEvent, EndpointFailure } from './endpoint-state.ts';
import type { EndpointView, Publication } from './endpoint.ts';

/** A publication; an upgrade is refused where a later version is served by then. */
export type VersionPublication = NewPublication & { isUpgrade?: boolean };

/**
 * Serves a version from now on, to all callers or to a share of them; one that was served before is rolled back to, which needs no more
 * than that: it passed the gate of the project then.
 */
export async function publishVersion(
  app: AppContext,
  request: Request,
  found: FoundProject,
  asked: VersionPublication,
): Promise<Result<EndpointView, ProjectProblem>> {
  const { version: number, share, promoteAfter = null } = asked;
  const { isPromotion = false, isUpgrade = false } = asked;
  const { project } = found;
  const endpoint = await toEndpointStub(app.env, project.id).readEndpoint();
  const earlier = endpoint.history.find(({ version }) => version === number);
  const publication = earlier ? succeed(earlier) : await admitVersion(app, project, number);
  if (!publication.ok) return publication;
  const { version, blueprint, artifact } = publication.value;
  const served = { version, blueprint, artifact };
  const owned = { project: project.id, account: project.account, publication: served };
  if (share === undefined) {
    const event = { kind: 'publish' as const, ...owned, isPromotion, isUpgrade };
    return applyWithinPlan(app, request, found, event);
  }
  const offer = { kind: 'offer' as const, ...owned, share, promoteAfter };
  return toOutcome(await updateEndpoint(app.env, offer), { version });
}

/** Takes the endpoint of a project offline. */
export async function unpublish(
  app: AppContext,
  { project: { id: project, account } }: FoundProject,
): Promise<Result<EndpointView, ProjectProblem>> {
  return toOutcome(await updateEndpoint(app.env, { kind: 'unpublish', project, account }));
}

/** Changes an endpoint; where it begins to serve privately, if the plan has room for that. */
export async function applyWithinPlan(
  app: AppContext,
  request: Request,
  { project, caller }: FoundProject,
  event: Extract<EndpointEvent, { kind: 'publish' | 'show' | 'open' }>,
): Promise<Result<EndpointView, ProjectProblem>> {
  const version = 'publication' in event ? event.publication.version : 0;
  const applied = await updateEndpoint(app.env, event);
  if (applied.ok || applied.reason !== 'noPlace') return toOutcome(applied, { version });
  const got = await getPlanLimits(app, request, caller, project.account);
  if (!got.ok) return got;
  const places = got.value.privateEndpoints;
  return toOutcome(await updateEndpoint(app.env, { ...event, places }), { version, places });
}

/**
 * The outcome of changing an endpoint, in the words of projects.
 *
 * @param version the one that was to be published, if any was.
 * @param places private endpoints of the plan.
 */
export function toOutcome(
  outcome: Result<EndpointView, EndpointFailure>,
  { version = 0, places = 0 }: { version?: number; places?: number } = {},
): Result<EndpointView, ProjectProblem> {
  if (outcome.ok) return outcome;
  switch (outcome.reason) {
    case 'closed':
      return fail({ reason: 'halfDeleted' });
    case 'unknown':
      return fail({ reason: 'unknownProject' });
    case 'placesFull':
      return fail({
        reason: 'limitReached',
        limit: 'privateEndpoints',
        used: outcome.used,
        max: places,
      });
    case 'noPlace':
    case 'placesUnknown':
      return fail({ reason: 'endpointsUncounted' });
    default:
      return fail({ reason: outcome.reason, version });
  }
}

/** A version that was never served, if the project's gate lets it pass. */
async function admitVersion(
  app: AppContext,
  { id, minScore, isTestGated }: ProjectRow,
  number: number,
): Promise<Result<Omit<Publication, 'at'>, ProjectProblem>> {
  const version = await loadVersion(app.env.DB, id, number);
  if (version === null) return fail({ reason: 'unknownVersion', version: number });
  if (version.tools === 0) return fail({ reason: 'noTools' });
  const refused = minScore === null ? null : findGateProblem(version, minScore);
  if (refused) return refused;
  const failing = isTestGated ? await findTestGateProblem(app.env.DB, id, number) : null;
  if (failing) return failing;
  const served = await loadBlueprint(app.env, version);
  // A caller signs in to an API with the server's registration there, and has none to give.
  const ofClients = listClientSecrets(served);
  const names = listCallerSecrets(served).filter((name) => ofClients.has(name));
  if (names.length > 0) return fail({ reason: 'callerSecrets', names });
  const { blueprint, artifact } = version;
  return succeed({ version: number, blueprint, artifact });
}

function findGateProblem({ number: version, score }: VersionRow, minScore: number) {
  if (score === null) return fail({ reason: 'unchecked', version, minScore });
  return score < minScore ? fail({ reason: 'belowGate', version, score, minScore }) : null;
}
