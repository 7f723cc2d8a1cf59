/** Where the Firebase Auth emulator of `npm start` and `npm run dev` listens. */
const DEVELOPMENT_HOST = 'localhost:9099';

/** Tests have one of their own: accounts of a developer's emulator stay as they are. */
const TEST_HOST = 'localhost:9199';

/** With another name than the page's, browsers keep storage from the frame that signs in. */
const HOST = /^localhost:\d{1,5}$/;

/** Values of `AUTH_EMULATOR`: the build that the tests drive, and the one that `npm start` serves. */
const USES = { on: 'tests', start: 'development' };

/**
 * For whom the build that is being made takes part in local sign-in; null: the one that is deployed.
 * @returns {'development' | 'tests' | null}
 */
export function emulatorUse() {
  return USES[process.env.AUTH_EMULATOR] ?? null;
}

/** What the build that is being made depends on besides its sources. */
export function buildVariant() {
  const use = emulatorUse();
  return use ? `${use} ${emulatorHost(use)}` : 'production';
}

/**
 * `host:port` of the Firebase Auth emulator; the environment may name another one.
 * @param {'development' | 'tests'} use
 * @returns {string}
 */
export function emulatorHost(use) {
  const host = process.env.FIREBASE_AUTH_EMULATOR_HOST;
  if (!host) return use === 'tests' ? TEST_HOST : DEVELOPMENT_HOST;
  if (HOST.test(host)) return host;
  throw new Error(`FIREBASE_AUTH_EMULATOR_HOST must be localhost:<port>, not "${host}".`);
}
