// The Firebase Auth emulator by itself: node serve.mjs <project> <port>. Ends when its input ends.
//
// Not `firebase emulators:start --only auth`: that takes as long (5 s) and 380 MB instead of 340,
// opens ports for a hub and for logs as well, writes files into the folder and the home, answers on
// one address only, and puts that one into the links of mails. The module below is no public
// interface: that is why package.json pins its version.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { createApp } = require('firebase-tools/lib/emulator/auth/server');
const { EmulatorLogger } = require('firebase-tools/lib/emulator/emulatorLogger');

/** `localhost` may mean either of them, to a browser, to workerd and to Node. */
const ADDRESSES = ['127.0.0.1', '::1'];
/** This machine has no such address. */
const NO_ADDRESS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

const [project, port] = process.argv.slice(2);

process.stdin.resume().once('end', () => process.exit());
const leave = (error) => {
  console.error(error.message);
  process.exit(1);
};

// What it would have mailed: "To verify the email address …, follow this link: …".
EmulatorLogger.prototype.log = (type, text) => {
  if (/^To .* follow this link: /.test(text)) console.log(text);
};

const app = await createApp(project);
for (const address of ADDRESSES) {
  const server = createServer(app).listen(Number(port), address);
  server.once('error', (error) => {
    if (!NO_ADDRESS.includes(error.code)) leave(error);
  });
}
