import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import type { Imported } from '#app/blueprint/import/import-document.ts';
import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';
import { enabledTools } from '#app/blueprint/to-server-definition.ts';
import { importSubmission } from '#app/drafts/documents/create-draft.server.ts';
import { describeContent, storeImported } from '#app/drafts/documents/make-content.server.ts';
import { toIdempotentId } from '#app/drafts/draft-token.server.ts';
import { loadBlueprint } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { findVersionIn, type FoundProject } from './find-project.server.ts';
import type { ProjectCaller } from './project-caller.ts';
import { MAX_TITLE_LENGTH, type ImportedProject, type ImportedVersion } from './project-change.ts';
import type { ProjectProblem } from './project-problem.server.ts';
import {
  findMadeProject,
  findPlace,
  keepProject,
  type SavedProject,
} from './save-project.server.ts';
import { keepVersion, type SavedVersion } from './save-version.server.ts';
import type { SavedServer } from './saved-draft.server.ts';
import { findVersionById } from './version-store.server.ts';

type Source = Pick<ImportedProject, 'document' | 'url' | 'blueprint'>;

/** Makes a project of what somebody brought, once for each `Idempotency-Key`. */
export async function importProject(
  app: AppContext,
  request: Request,
  caller: ProjectCaller,
  body: ImportedProject,
): Promise<Result<SavedProject, ProjectProblem>> {
  const place = await findPlace(app, request, caller, { ...body, account: undefined });
  if (!place.ok) return place;
  if (place.value.isKnown) {
    const made = await findMadeProject(app, place.value.id);
    return made.ok ? succeed({ project: made.value, isNew: false }) : made;
  }
  const read = await readServer(app, caller, body);
  if (!read.ok) return read;
  const stored = await storeServer(app, read.value);
  if (!stored.ok) return stored;
  const own = describeContent(read.value.blueprint).title.slice(0, MAX_TITLE_LENGTH);
  const kept = { ...body, title: body.title ?? own, secrets: 'none' as const };
  return keepProject(app, request, caller, stored.value, kept, place.value);
}

/**
 * Saves what somebody brought as the next version, once for each `Idempotency-Key`. A document is
 * imported into the version that it is based on, so that what was edited there is kept; a blueprint
 * takes its place. What is the latest version already makes no other.
 */
export async function importVersion(
  app: AppContext,
  request: Request,
  found: FoundProject,
  body: ImportedVersion,
): Promise<Result<SavedVersion, ProjectProblem>> {
  const { project, caller } = found;
  const id = await toVersionId(app, request, found);
  const known = await findVersionById(app.env.DB, { id, project: project.id });
  if (known !== null) return succeed({ version: known, isNew: false });
  const base = await findVersionIn(app, found, body.base ?? project.latest);
  if (!base.ok) return base;
  const { version } = base.value;
  const previous = await loadBlueprint(app.env, version);
  const read = await readServer(app, caller, body, previous);
  if (!read.ok) return read;
  const isSame = isSameJson(read.value.blueprint, previous);
  if (isSame && version.number === project.latest) return succeed({ version, isNew: false });
  const stored = await storeServer(app, read.value);
  if (!stored.ok) return stored;
  const kept = { id, base: version.number, message: body.message, secrets: 'none' as const };
  return keepVersion(app, found, stored.value, kept);
}

type ReadServer = Pick<Imported, 'blueprint' | 'warnings'>;

/** Stores a server that was read; nothing refers to it yet. */
async function storeServer(
  app: AppContext,
  read: ReadServer,
): Promise<Result<SavedServer, ProjectProblem>> {
  const { blueprint } = read;
  if (enabledTools(blueprint).length === 0) return fail({ reason: 'noTools' });
  const content = await storeImported(app.env, read);
  if (!content.ok) return content;
  return succeed({ draft: null, content: content.value, blueprint, report: null, begun: null });
}

async function readServer(
  app: AppContext,
  { accountId: owner }: ProjectCaller,
  { document, url, blueprint }: Source,
  previous?: Blueprint,
): Promise<Result<ReadServer, ProjectProblem>> {
  if (blueprint !== undefined) {
    const parsed = parseBlueprint(blueprint);
    return parsed.ok ? succeed({ blueprint: parsed.value, warnings: [] }) : parsed;
  }
  const submission =
    url === undefined
      ? { kind: 'document' as const, text: document ?? '' }
      : { kind: 'url' as const, url };
  const target = previous === undefined ? {} : { previous };
  return importSubmission(app, submission, { owner, isKept: true }, () => {}, target);
}

async function toVersionId(
  app: AppContext,
  request: Request,
  { project, caller }: FoundProject,
): Promise<string> {
  const key = request.headers.get('idempotency-key');
  if (key === null) return randomId();
  return toIdempotentId(app.config, caller.accountId, `version|${project.id}|${key}`);
}
