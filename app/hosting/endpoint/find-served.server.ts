import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { toEndpointStub, type EndpointLease } from '#app/projects/endpoint/endpoint-stub.server.ts';
import { findLease, keepLease, LEASE_MS } from '#app/projects/endpoint/lease-cache.server.ts';
import { findProjectOfSlug } from '#app/projects/slug-store.server.ts';
import { isSlug } from '#app/projects/slug.ts';

/** A name that leads nowhere is looked up again after so long. */
const UNKNOWN_MS = 10_000;
const MAX_NAMES = 1_000;

/** Projects by the name in their address. One that was given up leads nowhere after a lease's time. */
const names = new Map<string, { project: string | null; until: number }>();

/** The lease of the endpoint with this name: what it serves, at most 30 s old. */
export async function findServed(
  app: AppContext,
  slug: string,
  now: number,
): Promise<Result<EndpointLease, { reason: 'unpublished' }>> {
  if (!isSlug(slug)) return fail({ reason: 'unpublished' });
  const project = await findNamed(app, slug, now);
  if (project === null) return fail({ reason: 'unpublished' });
  const known = findLease(project, now);
  if (known) return succeed(known);
  const leased = await toEndpointStub(app.env, project).lease();
  if (leased.ok) keepLease(leased.value, now);
  return leased;
}

async function findNamed(app: AppContext, slug: string, now: number): Promise<string | null> {
  const known = names.get(slug);
  if (known !== undefined && now < known.until) return known.project;
  const project = await lookUp(app, slug, known?.project ?? null);
  if (names.size >= MAX_NAMES) names.clear();
  names.set(slug, { project, until: now + (project === null ? UNKNOWN_MS : LEASE_MS) });
  return project;
}

/** Asks for the project of a name; while the database is away, a name leads where it last did. */
async function lookUp(app: AppContext, slug: string, last: string | null): Promise<string | null> {
  try {
    return await findProjectOfSlug(app.env.DB, slug);
  } catch (error) {
    if (last === null) throw error;
    app.log.warn('slug.unread', { error });
    return last;
  }
}
