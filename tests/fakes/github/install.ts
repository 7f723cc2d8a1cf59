import { takeId, toTime, type Installation, type World } from './world.ts';

/** Installs the app at an account, or changes its repositories there; null: all of them. */
export function install(world: World, owner: string, selected: number[] | null): Installation {
  const before = Object.values(world.installations).find((each) => each.owner === owner);
  if (before) {
    before.selected = selected;
    before.permissions = { ...world.permissions };
    before.updatedAt = toTime();
    return before;
  }
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
  return installation;
}
