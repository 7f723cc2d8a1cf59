import { loadBlueprintText } from '#app/drafts/store.server.ts';
import { loadLink } from '#app/github/links/link-store.server.ts';
import { streamCalls } from '#app/hosting/calls/archive/stream-calls.server.ts';
import { getAccountLimits } from '#app/hosting/quota/account-limits.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import {
  SECRET_ENVIRONMENTS,
  toProjectSecretOwner,
} from '#app/projects/secrets/project-secret-owner.ts';
import { listTests } from '#app/projects/tests/test-store.server.ts';
import { listVersions, type VersionRow } from '#app/projects/version-store.server.ts';
import { parseJson } from '#app/runtime/json.ts';
import { listSecrets } from '#app/secrets/store.server.ts';

import type { ExportRecord } from './export-account.server.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A project with its versions, tests, names of secrets, repository, and the calls that its plan keeps. */
export async function* exportProject(
  app: AppContext,
  account: string,
  project: { id: string },
  now: number,
): AsyncGenerator<ExportRecord> {
  const { id } = project;
  const { DB } = app.env;
  yield { kind: 'project', ...project };
  for (const environment of SECRET_ENVIRONMENTS) {
    for (const { name, origins } of await listSecrets(DB, toProjectSecretOwner(id, environment))) {
      yield { kind: 'secretName', project: id, environment, name, origins };
    }
  }
  const link = await loadLink(DB, id);
  if (link) {
    const { owner, name, branch, linkedAt } = link;
    yield { kind: 'repository', project: id, owner, name, branch, linkedAt };
  }
  for (const test of await listTests(DB, id)) yield { kind: 'savedTest', ...test, project: id };
  let before: number | undefined;
  do {
    const page = await listVersions(DB, id, before);
    for (const version of page.versions) yield await exportVersion(app, version);
    before = page.next ?? undefined;
  } while (before !== undefined);
  const { logDays } = await getAccountLimits(app, account);
  for await (const calls of streamCalls(app, id, { since: now - logDays * DAY_MS })) {
    for (const call of calls) yield { kind: 'call', project: id, ...call };
  }
}

async function exportVersion(app: AppContext, version: VersionRow): Promise<ExportRecord> {
  const { project, number, message, base, score, createdAt } = version;
  const facts = { project, number, message, base, score, createdAt };
  try {
    const blueprint = parseJson(await loadBlueprintText(app.env, version));
    return { kind: 'version', ...facts, blueprint };
  } catch (error) {
    app.log.error('export.unreadable', { project, number, error });
    return { kind: 'unreadable', what: 'version', ...facts };
  }
}
