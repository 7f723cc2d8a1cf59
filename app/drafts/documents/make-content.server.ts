import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { makeArtifact } from '#app/blueprint/generate/artifact.ts';
import type { Imported } from '#app/blueprint/import/import-document.ts';
import type { DraftContent } from '#app/drafts/draft-state.ts';
import { toJsonPath, type PathProblem } from '#app/platform/json-path.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { storeArtifact } from '#app/sandbox/artifact-store.server.ts';
import { findForbiddenCode } from '#app/sandbox/find-forbidden-code.ts';
import { findModuleProblems } from '#app/sandbox/find-module-problems.ts';
import { findStartProblem } from '#app/sandbox/find-start-problem.server.ts';

import { measureDocument, storeDocument, storeMeasured } from './document-store.server.ts';

/** The bindings needed to make and store an artifact. */
export interface ContentStores {
  bucket: R2Bucket;
  loader: WorkerLoader | undefined;
}

/**
 * Characters of a blueprint's JSON at most: edits may each be small and still add up to more than an
 * isolate's memory. A document of 25 MB makes about as much.
 */
const MAX_BLUEPRINT_CHARACTERS = 40 * 1_048_576;

const MAX_SUMMARY_CHARACTERS = 300;
const MAX_TOOL_NAMES = 12;

export type ContentFailure =
  | { reason: 'invalid'; problems: PathProblem[] }
  | { reason: 'blueprintTooLarge' };

/**
 * Generates the artifact of a blueprint, tries its code actions and stores both. Fails with the
 * places in the code that cannot run.
 */
export async function makeContent(
  stores: ContentStores,
  blueprint: Blueprint,
  warnings: string,
): Promise<Result<DraftContent, ContentFailure>> {
  const size = JSON.stringify(blueprint).length;
  if (size > MAX_BLUEPRINT_CHARACTERS) return fail({ reason: 'blueprintTooLarge' });
  const problems = findCodeProblems(blueprint);
  if (problems.length > 0) return fail({ reason: 'invalid', problems });
  const artifact = await makeArtifact(blueprint);
  if (!artifact.ok) return fail({ reason: 'invalid', problems: [toPathProblem(artifact)] });
  const [stored, artifactBytes, warningBytes] = await Promise.all([
    storeMeasured(stores.bucket, 'blueprints', blueprint),
    storeArtifact(stores.bucket, artifact.value),
    measureDocument(stores.bucket, 'warnings', warnings),
  ]);
  if (stores.loader !== undefined && hasCode(blueprint)) {
    const broken = await findStartProblem(stores.loader, artifact.value.modules);
    if (broken !== null) return fail({ reason: 'invalid', problems: [toPathProblem(broken)] });
  }
  const about = describeContent(blueprint);
  const bytes = { blueprint: stored.bytes, artifact: artifactBytes, warnings: warningBytes };
  return succeed({ blueprint: stored.hash, artifact: artifact.value.hash, warnings, bytes, about });
}

/** As {@link makeContent}, of what an import gave. */
export async function storeImported(
  env: Pick<Env, 'BLOBS' | 'LOADER'>,
  { blueprint, warnings }: Pick<Imported, 'blueprint' | 'warnings'>,
): Promise<Result<DraftContent, ContentFailure>> {
  const stored = await storeDocument(env.BLOBS, 'warnings', warnings);
  return makeContent({ bucket: env.BLOBS, loader: env.LOADER }, blueprint, stored);
}

/** Summarizes a blueprint for lists of drafts: bounded, because every row of a list carries it. */
export function describeContent({
  identity,
  tools,
}: Blueprint): NonNullable<DraftContent['about']> {
  const { title, name, description = '' } = identity;
  return {
    title: title ?? name,
    tools: tools.length,
    summary: description.slice(0, MAX_SUMMARY_CHARACTERS),
    toolNames: tools.slice(0, MAX_TOOL_NAMES).map((tool) => tool.name),
  };
}

function findCodeProblems(blueprint: Blueprint): PathProblem[] {
  return blueprint.tools.flatMap(({ action, enabled }, index) => {
    if (action.kind !== 'code' || !enabled) return [];
    const path = toJsonPath(['tools', index, 'action', 'source']);
    const found = [...findModuleProblems(action.source), ...findForbiddenCode(action.source)];
    return found.map(({ line, column, message }) => ({
      path,
      message: `Line ${line}, column ${column}: ${message}`,
    }));
  });
}

function hasCode(blueprint: Blueprint): boolean {
  return blueprint.tools.some(({ action, enabled }) => enabled && action.kind === 'code');
}

function toPathProblem(place: {
  file: string;
  line: number;
  column: number;
  message: string;
}): PathProblem {
  return {
    path: '$.tools',
    message: `${place.file}, line ${place.line}, column ${place.column}: ${place.message}`,
  };
}
