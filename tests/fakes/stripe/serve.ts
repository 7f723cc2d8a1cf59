// The emulator of Stripe by itself, for `npm start` and `npm run dev`:
//   node serve.ts <port> <file of its state> <address of webhooks> <secret of webhooks>
// Ends when its input ends. The app remembers customers and subscriptions longer than a process, and so does this.
import { serveEmulator } from '../serve-emulator.ts';
import { stripeEmulator } from './stripe-emulator.ts';

const [port = '', file = '', url = '', secret = ''] = process.argv.slice(2);

const service = stripeEmulator({
  pages: () => `http://localhost:${port}`,
  webhook: { url, secret },
});
await serveEmulator(service, { port: Number(port), file });
