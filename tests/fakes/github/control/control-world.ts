import type { Site } from '../operation.ts';

import { appCommands } from './app-commands.ts';
import { collaborationCommands } from './collaboration-commands.ts';
import { observationCommands } from './observation-commands.ts';
import { repositoryCommands } from './repository-commands.ts';

const commands = {
  ...appCommands,
  ...repositoryCommands,
  ...collaborationCommands,
  ...observationCommands,
};

/** Does what tests and developers do, and no program can do at GitHub. */
export function controlWorld(site: Site, name: string, given: unknown): object {
  const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (run === undefined) throw new Error(`no command ${name}`);
  return run(site, given);
}
