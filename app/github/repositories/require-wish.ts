import { dropHidden } from '#app/blueprint/import/text/visible-text.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { isBranchName } from './branch-name.ts';
import { LICENSES } from './licenses.ts';
import { MAX_DESCRIPTION, type NewRepository } from './new-repository.ts';
import { findNameProblem, toRepositoryName } from './repository-name.ts';
import { NAME_PROBLEMS } from './describe-name.ts';

/** The wish as GitHub takes it, or what of it GitHub would refuse. */
export function requireWish(
  wish: NewRepository,
): Result<NewRepository, { reason: 'invalidWish'; problems: PathProblem[] }> {
  const name = toRepositoryName(wish.name);
  const description = dropHidden(wish.description).replace(/\s+/g, ' ').trim();
  const nameProblem = findNameProblem(name);
  const isLicense = wish.license === null || LICENSES.some(([known]) => known === wish.license);
  const problems: PathProblem[] = [
    ...(nameProblem ? [{ path: 'name', message: NAME_PROBLEMS[nameProblem] }] : []),
    ...(Array.from(description).length > MAX_DESCRIPTION
      ? [{ path: 'description', message: `GitHub takes at most ${MAX_DESCRIPTION} characters.` }]
      : []),
    ...(isBranchName(wish.defaultBranch)
      ? []
      : [{ path: 'defaultBranch', message: 'Git does not take this name for a branch.' }]),
    ...(isLicense ? [] : [{ path: 'license', message: 'GitHub does not know this licence.' }]),
  ];
  if (problems.length > 0) return fail({ reason: 'invalidWish', problems });
  return succeed({ ...wish, name, description });
}
