import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { mergeBlueprints } from '#app/blueprint/diff/merge/merge-blueprints.ts';
import type { EntryName } from '#app/blueprint/diff/merge/take-entries.ts';

import { dropEdits, type FindFault } from './drop-edits.ts';
import { findCredential } from './find-credential.ts';
import type { ReadBackProblem } from './read-back-problem.ts';
import { readBlueprintFile } from './read-blueprint-file.ts';
import { readSources } from './read-sources.ts';
import { isOfServer, toUnixText, type RepositoryFile } from './repository-file.ts';
import { settle, type UnfitEdit } from './settle.ts';

const BLUEPRINT_FILE = 'blueprint.json';

/** A version as it was generated, and the repository that its files were pushed to. */
export interface PushedProject {
  before: Blueprint;
  /** Texts by path. */
  generated: ReadonlyMap<string, string>;
  /** By path; one that is not there is no longer in the repository. */
  repository: ReadonlyMap<string, RepositoryFile>;
  /** Says why an edit must not come back, besides bringing a credential along; absent: every other one may. */
  findFault?: FindFault;
}

export interface ReadBack {
  /** The server as the repository has it; what could not be read is as it was. */
  blueprint: Blueprint;
  problems: ReadBackProblem[];
  /** Generated files that were edited and hold nothing of the server. */
  others: string[];
}

/**
 * Reads the edits of a repository back into the blueprint that its files were generated from. Nothing is run: what is
 * no fixed value stays as it was, and is named.
 */
export function readBack({ before, generated, repository, findFault }: PushedProject): ReadBack {
  const { tests: _tests, ...base } = before;
  const texts = toTexts(generated, repository);
  const same = new Set(
    [...generated].flatMap(([path, text]) => (texts.get(path) === toUnixText(text) ? [path] : [])),
  );
  const source = readSources(base, {
    texts,
    isSame: (path) => same.has(path),
    isGenerated: (path) => generated.has(path),
  });
  const settled = settle(base, { ...source.blueprint });
  const fileOf = (entry: EntryName) => toFile(entry, source.files);
  const json = same.has(BLUEPRINT_FILE) ? undefined : texts.get(BLUEPRINT_FILE);
  const joined =
    json === undefined
      ? { blueprint: settled.blueprint, problems: [] }
      : joinJson(json, { base, mine: settled.blueprint, fileOf });
  const clean = dropEdits(
    base,
    joined.blueprint,
    (entry) => findCredential(entry) ?? findFault?.(entry) ?? null,
  );
  const problems = [
    ...listUnloaded(generated, repository),
    ...source.problems,
    ...settled.unfit.map((edit) => toProblem(edit, fileOf(edit))),
    ...joined.problems,
    ...clean.unfit.map((edit) => toProblem(edit, fileOf(edit))),
  ];
  return {
    blueprint: clean.blueprint,
    problems: problems.toSorted(byPlace),
    others: listOthers(generated, repository),
  };
}

/** Takes over what somebody has edited in `blueprint.json`; what the source says counts first. */
function joinJson(
  text: string,
  { base, mine, fileOf }: { base: Blueprint; mine: Blueprint; fileOf: (of: EntryName) => string },
): Pick<ReadBack, 'blueprint' | 'problems'> {
  const json = readBlueprintFile(text);
  if (!json.ok) {
    const problem = { file: BLUEPRINT_FILE, line: null, reason: json.message };
    return { blueprint: mine, problems: [problem] };
  }
  const merged = mergeBlueprints({ base, mine, theirs: json.value });
  const { blueprint, unfit } = settle(base, merged.value);
  const problems = merged.conflicts.map((conflict) => {
    const reason = `${nameEntry(conflict)} is another one here than in ${fileOf(conflict)}, which counts.`;
    return { file: BLUEPRINT_FILE, line: null, reason };
  });
  return {
    blueprint,
    problems: [...problems, ...unfit.map((edit) => toProblem(edit, BLUEPRINT_FILE))],
  };
}

function listUnloaded(
  generated: ReadonlyMap<string, string>,
  repository: ReadonlyMap<string, RepositoryFile>,
): ReadBackProblem[] {
  return [...repository].flatMap(([file, found]) => {
    if (!isOfServer(file, generated)) return [];
    if (found.kind === 'unreadable') return [{ file, line: null, reason: found.reason }];
    return found.kind === 'other' ? [{ file, line: null, reason: NOT_LOADED }] : [];
  });
}

function toProblem(edit: UnfitEdit, file: string): ReadBackProblem {
  return { file, line: null, reason: `${nameEntry(edit)} stays as it was: ${edit.message}` };
}

function toFile({ part, key }: EntryName, files: ReadonlyMap<string, string>): string {
  if (part === 'tools') return files.get(key) ?? 'src/server.ts';
  return part === 'definitions' ? 'src/definitions.ts' : 'src/server.ts';
}

function byPlace(one: ReadBackProblem, other: ReadBackProblem): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return (one.line ?? 0) - (other.line ?? 0);
}

const NOT_LOADED =
  'It was not read: the repository has too many edited files, or this one is too large.';

/** Texts of the repository's files, of the generated ones where they are the same. */
function toTexts(
  generated: ReadonlyMap<string, string>,
  repository: ReadonlyMap<string, RepositoryFile>,
): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [path, file] of repository) {
    const text = file.kind === 'text' ? file.text : generated.get(path);
    // Where nothing was loaded, nothing of it comes back, and the rest is read beside what was generated.
    if (text !== undefined) texts.set(path, toUnixText(text));
  }
  return texts;
}

function listOthers(
  generated: ReadonlyMap<string, string>,
  repository: ReadonlyMap<string, RepositoryFile>,
): string[] {
  return [...generated].flatMap(([path, text]) => {
    const file = repository.get(path);
    if (isOfServer(path, generated) || file?.kind === 'same') return [];
    if (file?.kind === 'text' && toUnixText(file.text) === toUnixText(text)) return [];
    return [path];
  });
}

function nameEntry({ part, key }: EntryName): string {
  switch (part) {
    case 'tools':
      return `The tool ${key}`;
    case 'definitions':
      return `The schema ${key}`;
    case 'identity':
    case 'policies':
      return `The field ${key} of ${part}`;
    case 'upstreams':
      return `The API ${key}`;
    default:
      return `${key} of the ${part}`;
  }
}
