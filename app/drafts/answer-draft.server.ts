import type { ProjectFile } from '#app/blueprint/generate/project-file.ts';
import { withSavedTests } from '#app/blueprint/generate/saved-test-files.ts';
import { toZip } from '#app/blueprint/generate/zip.ts';
import { toPackageName } from '#app/blueprint/generate/package-name.ts';
import type { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';
import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { problem } from '#app/platform/problem.ts';

import { upgradeText } from './documents/stored-blueprint.ts';
import { toParts } from './draft-problem.server.ts';
import type { DraftContent, DraftHead } from './draft-state.ts';
import { viewDraft } from './draft-view.server.ts';
import { DraftFiles, DraftView, ImportPreview, toEtag } from './draft.ts';
import { previewImport } from './documents/import-into-draft.server.ts';
import type { ImportRequest } from './documents/read-import.server.ts';
import type { FindProblem, FoundDraft } from './find-draft.server.ts';
import { loadBlueprint, loadBlueprintText, loadFiles } from './store.server.ts';

/** The problem document of a failure. */
export function answerProblem(app: AppContext, failure: FindProblem): Response {
  if (failure.reason === 'refused') return answerAuthFailure(app, failure.failure);
  return problem(app, toParts(failure));
}

/** The draft as JSON, its revision as entity tag. */
export async function answerDraft(
  app: AppContext,
  { head, access }: FoundDraft,
  status = 200,
): Promise<Response> {
  const view = await viewDraft(app, head, access);
  const headers = {
    ...PRIVATE_HEADERS,
    etag: toEtag(head.revision),
    vary: 'cookie, authorization',
  };
  return answerJson(DraftView, view, { status, headers });
}

/** Effect of an import on a draft, without making it. */
export async function answerPreview(
  app: AppContext,
  head: DraftHead,
  request: ImportRequest,
): Promise<Response> {
  const imported = await previewImport(app, head, request);
  if (!imported.ok) return answerProblem(app, imported);
  const { changes, notes, warnings } = imported.value;
  const headers = { ...PRIVATE_HEADERS, etag: toEtag(head.revision) };
  return answerJson(ImportPreview, { changes, notes, warnings }, { headers });
}

/** Hashes of the content that is answered, of a draft or of a version. */
type Content = Pick<DraftContent, 'blueprint' | 'artifact'>;

/** The whole blueprint as JSON, in the schema version that the page reads. */
export async function answerBlueprint(
  app: AppContext,
  content: Content,
  etag: string,
): Promise<Response> {
  const headers = { ...PRIVATE_HEADERS, 'content-type': 'application/json', etag };
  return new Response(upgradeText(await loadBlueprintText(app.env, content)), { headers });
}

/**
 * The project's files as JSON: path, bytes and text of each.
 *
 * @param tests of the project that keeps it; absent: no project does
 */
export async function answerFiles(
  app: AppContext,
  content: Content,
  etag: string,
  tests?: SavedTest[],
): Promise<Response> {
  const encoder = new TextEncoder();
  const files = await loadExport(app, content, tests);
  const sized = files.map(({ path, text }) => ({
    path,
    size: encoder.encode(text).byteLength,
    text,
  }));
  return answerJson(DraftFiles, sized, { headers: { ...PRIVATE_HEADERS, etag } });
}

/** The project as a zip archive to download; `tests` as for {@link answerFiles}. */
export async function answerZip(
  app: AppContext,
  content: Content,
  etag: string,
  tests?: SavedTest[],
): Promise<Response> {
  const [blueprint, files] = await Promise.all([
    loadBlueprint(app.env, content),
    loadExport(app, content, tests),
  ]);
  const { name } = blueprint.identity;
  return new Response(new Uint8Array(toZip(name, files)), {
    headers: {
      ...PRIVATE_HEADERS,
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${toPackageName(name)}.zip"`,
      etag,
    },
  });
}

/** The files of an artifact, with the tests of the project that keeps it. */
async function loadExport(
  app: AppContext,
  content: Content,
  tests: SavedTest[] | undefined,
): Promise<ProjectFile[]> {
  const files = await loadFiles(app.env, content);
  if (tests === undefined) return files;
  return withSavedTests(files, await loadBlueprint(app.env, content), tests);
}
