import type { Site } from './operation.ts';
import { announceInstallation, announceSelection } from './webhooks/announce.ts';
import { takeId, toTime, type Installation, type World } from './world.ts';

function findInstallation({ installations }: World, owner: string): Installation | undefined {
  return Object.values(installations).find((each) => each.owner === owner);
}

/** Installs the app at an account, or changes its repositories there; null: all of them. */
export function install(
  site: Site,
  owner: string,
  selected: number[] | null,
  login: string,
): Installation {
  const { world } = site;
  const before = findInstallation(world, owner);
  if (before) return changeSelection(site, before, selected, login);
  const installation: Installation = {
    id: takeId(world),
    owner,
    selected,
    permissions: { ...world.permissions },
    createdAt: toTime(),
    updatedAt: toTime(),
    suspendedAt: null,
  };
  world.installations[installation.id] = installation;
  announceInstallation(site, installation, 'created', login);
  return installation;
}

function changeSelection(
  site: Site,
  installation: Installation,
  selected: number[] | null,
  login: string,
): Installation {
  const { world } = site;
  const all = Object.values(world.repositories).filter(({ owner }) => owner === installation.owner);
  const [then, now] = [installation.selected, selected].map(
    (ids) => ids ?? all.map(({ id }) => id),
  );
  const had = new Set(then);
  const has = new Set(now);
  installation.selected = selected;
  installation.permissions = { ...world.permissions };
  installation.updatedAt = toTime();
  const removed = [...had].filter((id) => !has.has(id));
  const added = [...has].filter((id) => !had.has(id));
  announceSelection(site, installation, { added: [], removed }, login);
  announceSelection(site, installation, { added, removed: [] }, login);
  return installation;
}

export function uninstall(site: Site, owner: string, login: string): void {
  const { world } = site;
  const found = findInstallation(world, owner);
  if (found === undefined) return;
  const { [found.id]: _, ...others } = world.installations;
  world.installations = others;
  announceInstallation(site, found, 'deleted', login);
}

/** The owner of an account takes the app's rights away for a while, or gives them back. */
export function suspend(site: Site, owner: string, isSuspended: boolean, login: string): void {
  const found = findInstallation(site.world, owner);
  if (found === undefined) throw new Error(`no installation at ${owner}`);
  found.suspendedAt = isSuspended ? toTime() : null;
  announceInstallation(site, found, isSuspended ? 'suspend' : 'unsuspend', login);
}
