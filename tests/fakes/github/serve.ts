// The emulator of GitHub by itself, for `npm start` and `npm run dev`:
//   node serve.ts <port> <file of its state> <address of the app> <secret of webhooks>
// Ends when its input ends. The app remembers connections and links longer than a process, and so does this.
import { serveEmulator } from '../serve-emulator.ts';
import { githubEmulator } from './github-emulator.ts';

const [port = '', file = '', app = '', secret = ''] = process.argv.slice(2);

const service = githubEmulator({
  pages: () => `http://localhost:${port}`,
  api: () => `http://localhost:${port}`,
  app: { callback: `${app}/auth/callback`, webhook: { url: `${app}/github/webhook`, secret } },
});
await serveEmulator(service, { port: Number(port), file });
