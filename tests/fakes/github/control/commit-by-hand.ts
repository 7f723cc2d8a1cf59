import * as z from 'zod';

import { getOwner } from '../find-repository.ts';
import { writeFiles } from '../git/write-files.ts';
import type { Site } from '../operation.ts';
import { announcePush } from '../webhooks/announce.ts';
import { takeId, toTime, type Repository } from '../world.ts';

/** A file; null removes it. `bytes` is one of that size whose content does not matter. */
export const GivenFile = z.union([
  z.string(),
  z.null(),
  z.strictObject({
    text: z.string().optional(),
    base64: z.string().optional(),
    mode: z.enum(['100644', '100755', '120000', '160000']).optional(),
    sha: z.string().optional(),
    bytes: z.int().optional(),
  }),
]);
type GivenFile = z.infer<typeof GivenFile>;

interface HandCommit {
  branch: string;
  files: Record<string, GivenFile>;
  message: string;
  user: string;
  isAnnounced: boolean;
}

/** Somebody commits files with a clone and pushes them; answers the commit. */
export function commitByHand(
  site: Site,
  repository: Repository,
  { branch, files, message, user, isAnnounced }: HandCommit,
): string {
  const by = getOwner(site.world, user);
  const ref = `refs/heads/${branch}`;
  const before = repository.refs[ref] ?? null;
  const author = {
    name: by?.name ?? user,
    email: by?.email ?? `${user}@users.noreply.github.com`,
    date: toTime(),
  };
  const contents = Object.entries(files).map(([path, file]) => {
    if (file === null || typeof file === 'string' || file.bytes === undefined) return [path, file];
    const filling = takeId(site.world) % 251;
    return [path, { base64: Buffer.alloc(file.bytes, filling).toString('base64') }];
  });
  const sha = writeFiles(repository, branch, Object.fromEntries(contents), { message, author });
  if (isAnnounced) {
    announcePush(site, repository, { ref, before, after: sha, login: user, isForced: false });
  }
  return sha;
}
