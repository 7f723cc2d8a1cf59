import { requireRepository } from '../access.ts';
import type { Call, Operation } from '../operation.ts';

const BASE = '/repos/{owner}/{repo}';

export const archiveOperations: Operation[] = [
  { method: 'GET', path: `${BASE}/tarball/{ref}`, run: (call) => lead(call, 'tar.gz') },
  { method: 'GET', path: `${BASE}/tarball`, run: (call) => lead(call, 'tar.gz') },
  { method: 'GET', path: `${BASE}/zipball/{ref}`, run: (call) => lead(call, 'zip') },
  { method: 'GET', path: `${BASE}/zipball`, run: (call) => lead(call, 'zip') },
];

/** An archive is at another host, which takes a token in the address for a while. */
function lead(call: Call, kind: 'tar.gz' | 'zip') {
  const repository = requireRepository(call);
  const { owner, name, defaultBranch, isPrivate } = repository;
  const ref = call.path['ref'] ?? defaultBranch;
  const host = call.at.api.startsWith('https://api.github.com')
    ? 'https://codeload.github.com'
    : call.at.api;
  const url = new URL(`${host}/${owner}/${name}/legacy.${kind}/${ref}`);
  if (isPrivate) url.searchParams.set('token', `archive-${repository.id}`);
  return { status: 302, headers: { location: url.href } };
}
