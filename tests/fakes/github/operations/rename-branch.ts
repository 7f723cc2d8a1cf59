import * as z from 'zod';

import { requireWritable } from '../access.ts';
import { notFound, refusal } from '../github-refusal.ts';
import { created, readBody, type Call, type Operation } from '../operation.ts';

import { toBranch } from './branches.ts';

const NewName = z.object({ new_name: z.string() });

export const renameOperations: Operation[] = [
  { method: 'POST', path: '/repos/{owner}/{repo}/branches/{branch}/rename', run: renameBranch },
];

/** The branch has its new name at once; GitHub takes a moment. */
function renameBranch(call: Call) {
  const from = call.path['branch'] ?? '';
  const written = requireWritable(call, 'contents');
  const isDefault = written.defaultBranch === from;
  const repository = isDefault ? requireWritable(call, 'administration') : written;
  const { new_name: to } = readBody(NewName, call);
  const [before, after] = [`refs/heads/${from}`, `refs/heads/${to}`];
  const { [before]: sha, ...others } = repository.refs;
  if (sha === undefined) throw notFound();
  if (Object.hasOwn(others, after)) throw refusal(422, `Branch already exists: ${to}`);
  repository.refs = { ...others, [after]: sha };
  if (isDefault) repository.defaultBranch = to;
  return created(toBranch(call, repository, to));
}
