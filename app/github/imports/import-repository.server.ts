import { findServers } from '#app/blueprint/import/servers/find-servers.ts';
import type { SourceFile } from '#app/blueprint/import/servers/code/source-file.ts';
import type { FoundServer } from '#app/blueprint/import/servers/tools/found-server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { OpenGithub } from '#app/github/connection/require-connection.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { fetchOwnArchive, fetchPublicArchive } from './fetch-archive.server.ts';
import type { FoundRepository, ServerOfRepository } from './found-repository.ts';
import { readArchiveSources, type SourcesFailure } from './read-archive-sources.server.ts';
import type { RepositoryAddress } from './repository-address.ts';

/** Parts of a branch's name that are tried: `feature/login/form`. */
const MAX_REF_PARTS = 4;
/** Servers of one repository, and the code that is handed on of all of them. */
const MAX_SERVERS = 20;
const MAX_CODE = 300_000;

export type ReadingFailure = GithubFailure | SourcesFailure;

/**
 * Reads the MCP servers of a repository.
 *
 * @param github opens private repositories; null: nobody is connected
 */
export async function importRepository(
  app: Pick<AppContext, 'config' | 'log'>,
  github: OpenGithub | null,
  { owner, name, place }: RepositoryAddress,
): Promise<Result<FoundRepository, ReadingFailure>> {
  let failure: GithubFailure = { reason: 'githubMissing' };
  for (const { ref, folder } of listPlaces(place)) {
    const archive = await fetchArchive(app, github, { owner, name, ref });
    if (!archive.ok) {
      failure = archive;
      if (archive.reason === 'githubMissing') continue;
      break;
    }
    const sources = await readArchiveSources(archive.value, folder);
    if (!sources.ok) return sources;
    const { files, notes } = sources.value;
    const servers = findServers(files, folder).slice(0, MAX_SERVERS);
    const url = `https://github.com/${owner}/${name}`;
    return succeed({ owner, name, ref, folder, url, servers: addCode(servers, files), notes });
  }
  return fail(failure);
}

/** The ways to part what follows `tree/`: a branch, which may have slashes, and a folder. */
function listPlaces(place: readonly string[]): { ref: string | null; folder: string }[] {
  if (place.length === 0) return [{ ref: null, folder: '' }];
  return place.slice(0, MAX_REF_PARTS).map((_part, index) => ({
    ref: place.slice(0, index + 1).join('/'),
    folder: place.slice(index + 1).join('/'),
  }));
}

/** A public repository needs no connection, so that one that is over does not keep it from being read. */
async function fetchArchive(
  app: Pick<AppContext, 'config' | 'log'>,
  github: OpenGithub | null,
  wanted: { owner: string; name: string; ref: string | null },
): ReturnType<typeof fetchPublicArchive> {
  if (github === null) return fetchPublicArchive(app, wanted);
  const own = await fetchOwnArchive(app, github, wanted);
  if (own.ok || own.reason === 'githubLimited' || own.reason === 'githubUnavailable') return own;
  const open = await fetchPublicArchive(app, wanted);
  return open.ok ? open : own;
}

/** Each server with its code, as long as there is room. */
function addCode(
  servers: readonly FoundServer[],
  files: readonly SourceFile[],
): ServerOfRepository[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  let left = MAX_CODE;
  return servers.map((server) => {
    const code: SourceFile[] = [];
    const leftOut: string[] = [];
    for (const path of server.files) {
      const text = texts.get(path) ?? '';
      if (text.length > left) leftOut.push(path);
      else code.push({ path, text });
      if (text.length <= left) left -= text.length;
    }
    return { ...server, code, leftOut };
  });
}
