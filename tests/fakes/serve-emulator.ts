import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { createEmulator, filePersistence, type EmulatorDefinition } from 'emulate';

import { listenLocally } from './listen-locally.ts';

/**
 * Serves an emulator at a port of this machine, with its state in a file, until the input of the process ends or it is
 * told to end; what is still to be written is written first. Prints `ready` once it answers; a failure ends the process
 * with code 1 and its message.
 */
export async function serveEmulator<State extends object>(
  service: EmulatorDefinition<State>,
  { port, file }: { port: number; file: string },
): Promise<void> {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    const emulator = await createEmulator({
      service,
      listen: false,
      persistence: filePersistence(file),
      shutdownTimeout: 1_000,
    });
    const leave = () => void emulator.close().finally(() => process.exit());
    process.stdin.resume().once('end', leave);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, leave);
    await listenLocally(port, (request) => emulator.fetch(request));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
  process.stdout.write('ready\n');
}
