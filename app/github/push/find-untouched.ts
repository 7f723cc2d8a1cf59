import type { OpenRepository } from '#app/github/links/open-repository.server.ts';

import type { PushedFile } from './compare-files.ts';
import { toBlobSha } from './git-sha.ts';
import type { GitTree } from './git-tree.ts';
import type { BranchHead } from './load-head.server.ts';

const README = 'README.md';

/**
 * The README that GitHub writes into a new repository, while nobody has committed anything: its title and its
 * description. It is nobody's work, so that the generated one takes its place without a question. The licence was chosen
 * by the user, and stays like any other file of theirs.
 */
export async function findUntouched(
  { repo, description }: Pick<OpenRepository, 'repo' | 'description'>,
  head: BranchHead | null,
  tree: GitTree,
): Promise<Map<string, PushedFile>> {
  const there = tree.find(README);
  if (head?.isFirst !== true || there === null) return new Map();
  const title = `# ${repo}`;
  for (const text of [title, `${title}\n${description}`, `${title}\n\n${description}`]) {
    for (const whole of [text, `${text}\n`]) {
      const sha = await toBlobSha(whole);
      if (sha === there.sha) return new Map([[README, { sha, crlfSha: null }]]);
    }
  }
  return new Map();
}
