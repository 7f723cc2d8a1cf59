import { answerBlueprint, answerFiles, answerZip } from '#app/drafts/answer-draft.server.ts';
import { DraftFiles, toEtag } from '#app/drafts/draft.ts';
import { loadBlueprint, loadWarnings } from '#app/drafts/store.server.ts';
import { SavedVersionAnswer, VersionDetails } from '#app/management/answers.ts';
import { defineOperation } from '#app/management/operation.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import { diffVersions } from '#app/projects/diff-versions.server.ts';
import {
  findProjectOf,
  findVersionIn,
  type FoundVersion,
} from '#app/projects/find-project.server.ts';
import { importVersion } from '#app/projects/import-project.server.ts';
import type { KeyCaller } from '#app/projects/project-caller.ts';
import { ImportedVersion } from '#app/projects/project-change.ts';
import type { ProjectProblem } from '#app/projects/project-problem.server.ts';
import { listSavedTests } from '#app/projects/tests/test-store.server.ts';
import { toFilesEtag } from '#app/projects/tests/to-files-etag.server.ts';
import { VersionDiff } from '#app/projects/version-diff.ts';
import { listVersions } from '#app/projects/version-store.server.ts';
import { VersionList } from '#app/projects/version.ts';
import { toListedVersion } from '#app/projects/view-version.server.ts';

import { CompareQuery, InProject, OfVersion, VersionPageQuery } from './inputs.server.ts';
import { MAX_DOCUMENT_BODY_BYTES } from './project-operations.server.ts';

/** Versions of projects: listed, imported, downloaded, compared. */
export const VERSION_OPERATIONS = [
  defineOperation({
    id: 'listVersions',
    tag: 'Versions',
    method: 'GET',
    path: '/projects/:projectId/versions',
    summary: 'List versions of a project',
    description:
      'Lists the versions of a project, 100 a page, the newest first, with readiness and number of tools. Use it to find the number of a version to view, compare, publish or roll back to.',
    params: InProject,
    query: VersionPageQuery,
    answer: { status: 200, description: 'A page of versions.', schema: VersionList },
    problems: [404],
    run: async ({ app, caller, params, query }) => {
      const found = await findProjectOf(app, caller, params.projectId, 'viewer');
      if (!found.ok) return found;
      const { project } = found.value;
      const page = await listVersions(app.env.DB, project.id, query.before);
      const versions = page.versions.map((row) => toListedVersion(row, project));
      return succeed({ value: { versions, latest: project.latest, next: page.next } });
    },
  }),
  defineOperation({
    id: 'createVersion',
    tag: 'Versions',
    method: 'POST',
    path: '/projects/:projectId/versions',
    summary: 'Save a new version',
    description:
      'Saves the next version of a project. A document is imported into the version that it is based on, so that edits made there are kept; a blueprint replaces it. Responds with 200 and the latest version if nothing would change, and with 409 if a newer version than base exists. Nothing is served until publishVersion is called.',
    params: InProject,
    body: ImportedVersion,
    answer: { status: 201, description: 'The new version.', schema: SavedVersionAnswer },
    problems: [404, 409, 413, 422],
    isIdempotent: true,
    isCostly: true,
    maxBytes: MAX_DOCUMENT_BODY_BYTES,
    run: async ({ app, request, caller, params, body }) => {
      const found = await findProjectOf(app, caller, params.projectId);
      if (!found.ok) return found;
      const saved = await importVersion(app, request, found.value, body);
      if (!saved.ok) return saved;
      const { version, isNew } = saved.value;
      const warnings = await loadWarnings(app.env, version);
      return succeed({
        value: { version: toListedVersion(version, found.value.project), warnings },
        isNew,
        location: `/projects/${version.project}/versions/${version.number}`,
      });
    },
  }),
  defineOperation({
    id: 'getVersion',
    tag: 'Versions',
    method: 'GET',
    path: '/projects/:projectId/versions/:number',
    summary: 'View a version',
    description:
      'Returns one version with the names of its tools and the warnings of its import. Use getBlueprint for its whole content.',
    params: OfVersion,
    answer: { status: 200, description: 'The version.', schema: VersionDetails },
    problems: [404],
    run: async ({ app, caller, params }) => {
      const found = await findVersionOf(app, caller, params);
      return found.ok ? succeed({ value: await viewDetails(app, found.value) }) : found;
    },
  }),
  defineOperation({
    id: 'getBlueprint',
    tag: 'Versions',
    method: 'GET',
    path: '/projects/:projectId/versions/:number/blueprint',
    summary: 'Download the blueprint of a version',
    description:
      'Returns the blueprint of a version: the JSON document that describes its server completely. Changed, it can be saved with createVersion. It can be several megabytes.',
    params: OfVersion,
    answer: { status: 200, description: 'The blueprint.', mediaType: 'application/json' },
    problems: [404],
    run: async ({ app, caller, params }) => {
      const found = await findVersionOf(app, caller, params);
      if (!found.ok) return found;
      const { version } = found.value;
      return succeed(await answerBlueprint(app, version, toEtag(version.number)));
    },
  }),
  defineOperation({
    id: 'listFiles',
    tag: 'Versions',
    method: 'GET',
    path: '/projects/:projectId/versions/:number/files',
    summary: 'List the files of a version',
    description:
      'Returns the files of the generated project of a version, with their content. Use downloadFiles to get them as an archive.',
    params: OfVersion,
    answer: { status: 200, description: 'The files by path.', schema: DraftFiles },
    problems: [404],
    run: async ({ app, caller, params }) => {
      const found = await findVersionOf(app, caller, params);
      if (!found.ok) return found;
      const { version } = found.value;
      const { tests, etag } = await loadTests(app, version);
      return succeed(await answerFiles(app, version, etag, tests));
    },
  }),
  defineOperation({
    id: 'downloadFiles',
    tag: 'Versions',
    method: 'GET',
    path: '/projects/:projectId/versions/:number/files.zip',
    summary: 'Download a version as an archive',
    description:
      'Returns the generated project of a version as a zip archive, ready to build and run anywhere. Meant for scripts: use listFiles to read the files.',
    params: OfVersion,
    answer: { status: 200, description: 'The archive.', mediaType: 'application/zip' },
    problems: [404],
    isCostly: true,
    run: async ({ app, caller, params }) => {
      const found = await findVersionOf(app, caller, params);
      if (!found.ok) return found;
      const { version } = found.value;
      const { tests, etag } = await loadTests(app, version);
      return succeed(await answerZip(app, version, etag, tests));
    },
  }),
  defineOperation({
    id: 'compareVersions',
    tag: 'Versions',
    method: 'GET',
    path: '/projects/:projectId/versions/:number/diff',
    summary: 'Compare two versions',
    description:
      'Compares two versions of a project from a caller’s point of view: tools added, removed, renamed or changed, with breaking changes marked. Use it before publishing.',
    params: OfVersion,
    query: CompareQuery,
    answer: { status: 200, description: 'The differences.', schema: VersionDiff },
    problems: [404],
    isCostly: true,
    run: async ({ app, caller, params, query }) => {
      const found = await findVersionOf(app, caller, params);
      if (!found.ok) return found;
      const diff = await diffVersions(app, found.value, query.from);
      return diff.ok ? succeed({ value: diff.value }) : diff;
    },
  }),
];

async function findVersionOf(
  app: AppContext,
  caller: KeyCaller,
  { projectId, number }: { projectId: string; number: number },
): Promise<Result<FoundVersion, ProjectProblem>> {
  const found = await findProjectOf(app, caller, projectId, 'viewer');
  return found.ok ? findVersionIn(app, found.value, number) : found;
}

/** The saved tests that the files of a version have in them, and the ETag of those files. */
async function loadTests(app: AppContext, { project, number }: FoundVersion['version']) {
  const tests = await listSavedTests(app.env.DB, project);
  return { tests, etag: await toFilesEtag(number, tests) };
}

async function viewDetails(
  app: AppContext,
  { project, version }: FoundVersion,
): Promise<VersionDetails> {
  const [{ tools }, warnings] = await Promise.all([
    loadBlueprint(app.env, version),
    loadWarnings(app.env, version),
  ]);
  const toolList = tools.map(({ name, title, enabled }) => ({
    name,
    ...(title !== undefined && { title }),
    enabled,
  }));
  return { ...toListedVersion(version, project), toolList, warnings };
}
