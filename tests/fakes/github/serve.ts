// The emulator of GitHub by itself, for `npm start` and `npm run dev`:
//   node serve.ts <port> <file of its state> <address of the app> <secret of webhooks>
// Ends when its input ends. The app remembers connections and links longer than a process, and so does this.
import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { createEmulator, filePersistence } from 'emulate';

import { listenLocally } from '../stripe/listen-locally.ts';
import { githubEmulator } from './github-emulator.ts';

const [port = '', file = '', app = '', secret = ''] = process.argv.slice(2);

mkdirSync(path.dirname(file), { recursive: true });
const service = githubEmulator({
  pages: () => `http://localhost:${port}`,
  api: () => `http://localhost:${port}`,
  app: { callback: `${app}/auth/callback`, webhook: { url: `${app}/github/webhook`, secret } },
});
try {
  const persistence = filePersistence(file);
  const emulator = await createEmulator({
    service,
    listen: false,
    persistence,
    shutdownTimeout: 1_000,
  });
  const leave = () => void emulator.close().finally(() => process.exit());
  process.stdin.resume().once('end', leave);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, leave);
  await listenLocally(Number(port), (request) => emulator.fetch(request));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
process.stdout.write('ready\n');
