import { requireRepository, requireWritable } from '../access.ts';
import { notFound, refusal } from '../github-refusal.ts';
import { answerPage } from '../list-page.ts';
import { ok, type Call, type Operation } from '../operation.ts';
import { toCommit } from '../present/to-commit.ts';
import type { Protection, Repository } from '../world.ts';

import { addressOf } from './git-blobs.ts';

const BASE = '/repos/{owner}/{repo}/branches';
const HEADS = 'refs/heads/';

export const branchOperations: Operation[] = [
  {
    method: 'GET',
    path: BASE,
    run: (call) => {
      const repository = requireRepository(call);
      const names = Object.keys(repository.refs).filter((ref) => ref.startsWith(HEADS));
      const onlyProtected = call.query.get('protected') === 'true';
      const branches = names
        .map((ref) => ref.slice(HEADS.length))
        .filter((name) => !onlyProtected || repository.protections[name] !== undefined);
      const path = `/repos/${repository.owner}/${repository.name}/branches`;
      return answerPage(call, path, branches.toSorted(), (name) => toShort(call, repository, name));
    },
  },
  {
    method: 'GET',
    path: `${BASE}/{branch}`,
    run: (call) => {
      const repository = requireRepository(call);
      const name = call.path['branch'] ?? '';
      if (!Object.hasOwn(repository.refs, `${HEADS}${name}`))
        throw refusal(404, 'Branch not found');
      return ok(toBranch(call, repository, name));
    },
  },
  {
    method: 'GET',
    path: `${BASE}/{branch}/protection`,
    run: (call) => {
      const repository = requireWritable(call, 'administration');
      const name = call.path['branch'] ?? '';
      if (!Object.hasOwn(repository.refs, `${HEADS}${name}`))
        throw refusal(404, 'Branch not found');
      const protection = repository.protections[name];
      if (protection === undefined) throw refusal(404, 'Branch not protected');
      return ok(toProtection(`${addressOf(call.at.api, repository)}/branches/${name}`, protection));
    },
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/rules/branches/{branch}',
    run: (call) => {
      requireRepository(call);
      // Protection of the older kind is no rule.
      return ok([]);
    },
  },
];

function headOf({ refs }: Repository, name: string): string {
  const sha = refs[`${HEADS}${name}`];
  if (sha === undefined) throw notFound();
  return sha;
}

/** Schema `short-branch`. */
function toShort({ at }: Call, repository: Repository, name: string) {
  const sha = headOf(repository, name);
  return {
    name,
    commit: { sha, url: `${addressOf(at.api, repository)}/commits/${sha}` },
    protected: repository.protections[name] !== undefined,
  };
}

/** Schema `branch-with-protection`. */
export function toBranch(call: Call, repository: Repository, name: string) {
  const url = `${addressOf(call.at.api, repository)}/branches/${name}`;
  const protection = repository.protections[name];
  const checks = protection?.checks ?? [];
  return {
    name,
    commit: toCommit(call, repository, headOf(repository, name)),
    _links: {
      self: url,
      html: `${call.at.web}/${repository.owner}/${repository.name}/tree/${name}`,
    },
    protected: protection !== undefined,
    protection: {
      enabled: protection !== undefined,
      required_status_checks: {
        enforcement_level: checks.length > 0 ? 'everyone' : 'off',
        contexts: checks,
        checks: checks.map((context) => ({ context, app_id: null })),
      },
    },
    protection_url: `${url}/protection`,
  };
}

/** Schema `branch-protection`. */
function toProtection(url: string, { reviews, checks, includesAdmins }: Protection) {
  const address = `${url}/protection`;
  return {
    url: address,
    required_status_checks: {
      url: `${address}/required_status_checks`,
      strict: false,
      contexts: checks,
      contexts_url: `${address}/required_status_checks/contexts`,
      checks: checks.map((context) => ({ context, app_id: null })),
    },
    ...(reviews === 0
      ? {}
      : {
          required_pull_request_reviews: {
            url: `${address}/required_pull_request_reviews`,
            dismiss_stale_reviews: false,
            require_code_owner_reviews: false,
            required_approving_review_count: reviews,
            require_last_push_approval: false,
          },
        }),
    enforce_admins: { url: `${address}/enforce_admins`, enabled: includesAdmins },
    allow_force_pushes: { enabled: false },
    allow_deletions: { enabled: false },
  };
}
