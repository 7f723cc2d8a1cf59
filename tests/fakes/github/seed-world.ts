import { addOwner, addRepository } from './find-repository.ts';
import { writeFiles } from './git/write-files.ts';
import { install } from './install.ts';
import { SEEDED_SERVER } from './seeded-server.ts';
import { newWorld, toTime, type Owner, type Repository, type World } from './world.ts';

/** A world on its first day: a user with an organization, and repositories of every kind. */
export function seedWorld(name: string): World {
  const world = newWorld(name);
  addOwner(world, { login: 'ghost', name: 'Deleted user' });
  const dev = addOwner(world, {
    login: 'octo-dev',
    name: 'Octavia Dev',
    email: 'octavia@example.com',
  });
  addOwner(world, { login: 'octo-friend', name: 'Felix Friend' });
  addOwner(world, {
    login: 'octo-org',
    kind: 'Organization',
    name: 'Octo Organization',
    members: { 'octo-dev': 'admin', 'octo-friend': 'member' },
  });
  add(world, dev, { owner: 'octo-dev', name: 'hello-world', description: 'A first repository' });
  add(world, dev, { owner: 'octo-dev', name: 'secret-plans', isPrivate: true });
  addRepository(world, { owner: 'octo-dev', name: 'empty' });
  add(world, dev, { owner: 'octo-dev', name: 'old-times', isArchived: true });
  add(world, dev, { owner: 'octo-org', name: 'handbook', isPrivate: true });
  const server = { owner: 'octo-dev', name: 'weather-mcp', description: 'Weather for assistants' };
  add(world, dev, { ...server, language: 'TypeScript' }, SEEDED_SERVER);
  const nowhere = { world, at: { api: '', web: '' } };
  install(nowhere, 'octo-dev', null, 'octo-dev');
  install(nowhere, 'octo-org', null, 'octo-dev');
  // Nobody hears of what was always so.
  world.deliveries = [];
  return world;
}

function add(
  world: World,
  { login, name, email, id }: Owner,
  given: Parameters<typeof addRepository>[1],
  files: Record<string, string> = {},
): Repository {
  const repository = addRepository(world, given);
  const author = {
    name: name ?? login,
    email: email ?? `${id}+${login}@users.noreply.github.com`,
    date: toTime(),
  };
  writeFiles(
    repository,
    repository.defaultBranch,
    { 'README.md': `# ${given.name}\n`, ...files },
    { message: 'Initial commit', author },
  );
  return repository;
}
