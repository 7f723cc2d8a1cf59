import path from 'node:path';

import { startEmulator } from './start-emulator.mjs';
import { ROOT } from './toolchain.mjs';

/** The client ID of the emulator, as `.dev.vars.example` has it. */
const EMULATOR_CLIENT = 'Iv1.emulator';

/**
 * Starts the emulator of GitHub if the client ID is the emulator's own; with another one the app asks GitHub itself.
 * @param {{ host: string, clientId: string, secret: string, app: string, stateFolder: string }} options `app`:
 * address of the app, which hears webhooks signed with `secret`
 * @returns {Promise<{ended: Promise<string | null>, stop: () => void} | null>} `ended`: its output when it ended by
 * itself, or null when a signal ended it
 * @throws Error with one sentence for the user
 */
export async function startGithubEmulator({ host, clientId, secret, app, stateFolder }) {
  if (clientId !== EMULATOR_CLIENT) return null;
  const state = path.resolve(ROOT, stateFolder, 'github.json');
  const script = path.join(ROOT, 'tests', 'fakes', 'github', 'serve.ts');
  const more = [app, secret];
  return await startEmulator({
    name: 'GitHub',
    variable: 'GITHUB_EMULATOR_HOST',
    host,
    script,
    state,
    more,
  });
}
