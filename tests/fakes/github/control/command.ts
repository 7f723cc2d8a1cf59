import type * as z from 'zod';

import { getRepository } from '../find-repository.ts';
import type { Site } from '../operation.ts';
import type { Repository, World } from '../world.ts';

/** Something that tests and developers do, and no program can do at GitHub. */
export type Command = (site: Site, given: unknown) => object;

/** A command that reads what it is given by a schema. */
export function command<T>(body: z.ZodType<T>, run: (site: Site, body: T) => object): Command {
  return (site, given) => run(site, body.parse(given));
}

export function requireNamed(
  world: World,
  { owner, name }: { owner: string; name: string },
): Repository {
  const found = getRepository(world, owner, name);
  if (found === null) throw new Error(`no repository ${owner}/${name}`);
  return found;
}
