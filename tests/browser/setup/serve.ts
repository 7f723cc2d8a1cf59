import { startAuthEmulator } from '../../../scripts/auth-emulator.mjs';
import { PROJECT, readEmulatorHost } from '../../setup/auth-emulator.ts';

/** Runs the Auth emulator during the browser tests. */
export default async function serve(): Promise<() => void> {
  const { stop } = await startAuthEmulator({ host: readEmulatorHost(), project: PROJECT });
  return stop;
}
