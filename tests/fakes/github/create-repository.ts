import { addRepository, getRepository } from './find-repository.ts';
import { invalid, notAccessible, notFound, refusal } from './github-refusal.ts';
import { writeFiles } from './git/write-files.ts';
import type { Actor } from './operation.ts';
import { LICENSES } from './present/to-repository.ts';
import { toTime, type Installation, type Owner, type Repository, type World } from './world.ts';

interface NewRepository {
  name: string;
  description: string | null;
  homepage: string | null;
  isPrivate: boolean;
  hasFirstCommit: boolean;
  license: string | null;
}

const LONGEST_NAME = 100;
const LONGEST_DESCRIPTION = 350;

/** Creates a repository as the form of GitHub does. */
export function createRepository(
  world: World,
  actor: Actor,
  owner: Owner,
  wanted: NewRepository,
): Repository {
  const installation = requireCreator(world, actor, owner, wanted.isPrivate);
  // The site puts a dash in the place of what no name may have.
  const name = wanted.name.trim().replace(/[^\w.-]+/g, '-');
  if (name === '' || name === '.' || name === '..' || name.length > LONGEST_NAME) {
    throw refusal(422, 'Repository creation failed.', {
      errors: [{ resource: 'Repository', code: 'custom', field: 'name', message: wordsFor(name) }],
    });
  }
  if (getRepository(world, owner.login, name)) {
    throw refusal(422, 'Repository creation failed.', {
      errors: [
        {
          resource: 'Repository',
          code: 'custom',
          field: 'name',
          message: 'name already exists on this account',
        },
      ],
    });
  }
  if ((wanted.description ?? '').length > LONGEST_DESCRIPTION) {
    throw invalid(
      'Repository',
      'description',
      'description is too long (maximum is 350 characters)',
    );
  }
  if (wanted.license !== null && !Object.hasOwn(LICENSES, wanted.license)) {
    throw invalid('Repository', 'license_template', 'is an unknown license');
  }
  const { description, homepage, isPrivate, license } = wanted;
  const more = { description, homepage, isPrivate, license };
  const repository = addRepository(world, { owner: owner.login, name, ...more });
  installation?.selected?.push(repository.id);
  if (wanted.hasFirstCommit || license !== null) addFirstCommit(repository, actor.user);
  return repository;
}

const wordsFor = (name: string) =>
  name.length > LONGEST_NAME ? 'name is too long (maximum is 100 characters)' : 'name is not valid';

/** Who may create here: the user, and the app that acts for them. */
function requireCreator(
  world: World,
  { user, token }: Actor,
  owner: Owner,
  isPrivate: boolean,
): Installation | null {
  if (owner.kind === 'Organization') {
    const role = owner.members[user.login];
    if (role === undefined) throw notFound();
    if (role === 'member' && !owner.membersMayCreate) {
      throw refusal(
        403,
        `You need admin access to the organization before adding a repository to it.`,
      );
    }
  }
  if (token.app === 'oauth-app') {
    const isAllowed =
      token.scopes.includes('repo') || (!isPrivate && token.scopes.includes('public_repo'));
    if (!isAllowed) throw notFound();
    return null;
  }
  const installed = Object.values(world.installations).find(
    (each) => each.owner === owner.login && each.suspendedAt === null,
  );
  if (installed?.permissions['administration'] !== 'write') throw notAccessible();
  return installed;
}

function addFirstCommit(repository: Repository, { login, name, id }: Owner): void {
  const files: Record<string, string> = { 'README.md': `# ${repository.name}` };
  if (repository.license !== null) {
    files['LICENSE'] = `${LICENSES[repository.license]?.name ?? ''}\n`;
  }
  writeFiles(repository, repository.defaultBranch, files, {
    message: 'Initial commit',
    author: {
      name: name ?? login,
      email: `${id}+${login}@users.noreply.github.com`,
      date: toTime(),
    },
  });
}
