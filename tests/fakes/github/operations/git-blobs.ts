import * as z from 'zod';

import { requireRepository, requireWritable } from '../access.ts';
import { isEmpty } from '../git/find-commit.ts';
import { readObject, writeObject } from '../git/git-objects.ts';
import { notFound, refusal } from '../github-refusal.ts';
import { created, ok, readBody, type Operation } from '../operation.ts';
import { nodeId } from '../present/to-owner.ts';
import type { Repository } from '../world.ts';

const NewBlob = z.object({ content: z.string(), encoding: z.string().default('utf-8') });

/** The largest blob that the API gives. */
const MOST_BYTES = 100_000_000;

/** Git data of a repository without a commit is refused. */
export function requireCommits(repository: Repository): Repository {
  if (isEmpty(repository)) throw refusal(409, 'Git Repository is empty.');
  return repository;
}

export const blobOperations: Operation[] = [
  {
    method: 'POST',
    path: '/repos/{owner}/{repo}/git/blobs',
    run: (call) => {
      const repository = requireCommits(requireWritable(call, 'contents'));
      const { content, encoding } = readBody(NewBlob, call);
      if (encoding === 'base64' && !/^[\w+/\s]*=*\s*$/.test(content)) {
        throw refusal(422, 'content is not valid Base64');
      }
      const bytes = Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
      const sha = writeObject(repository, 'blob', bytes);
      return created({ sha, url: `${addressOf(call.at.api, repository)}/git/blobs/${sha}` });
    },
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/git/blobs/{file_sha}',
    run: (call) => {
      const repository = requireCommits(requireRepository(call));
      const sha = call.path['file_sha'] ?? '';
      const content = readObject(repository, sha, 'blob');
      if (content === null) throw notFound();
      if (content.length > MOST_BYTES)
        throw refusal(403, 'This API returns blobs up to 100 MB in size.');
      if (call.accept.includes('raw')) return { status: 200, text: content };
      return ok({
        sha,
        node_id: nodeId('Blob', repository.id),
        size: content.length,
        url: `${addressOf(call.at.api, repository)}/git/blobs/${sha}`,
        // In lines, as GitHub has it.
        content: content.toString('base64').replace(/.{60}/g, '$&\n'),
        encoding: 'base64',
      });
    },
  },
];

export const addressOf = (api: string, { owner, name }: Repository) =>
  `${api}/repos/${owner}/${name}`;
