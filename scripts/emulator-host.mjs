/** Address of the Firebase Auth emulator for `npm start` and `npm run dev`. */
const DEVELOPMENT_HOST = 'localhost:9099';

/** Tests use a separate emulator, which leaves a developer's accounts alone. */
const TEST_HOST = 'localhost:9199';

/** Address of the emulator of Stripe for `npm start` and `npm run dev`. */
const STRIPE_HOST = 'localhost:4242';

/** Address of the emulator of GitHub for `npm start` and `npm run dev`. */
const GITHUB_HOST = 'localhost:4243';

/** Under another host name than the page's, browsers block the storage of the sign-in frame. */
const HOST = /^localhost:\d{1,5}$/;

/** Values of `AUTH_EMULATOR`: the build that the tests run, and the one that `npm start` serves. */
const USES = { on: 'tests', start: 'development' };

/**
 * Local sign-in of the current build; null: the deployed one.
 * @returns {'development' | 'tests' | null}
 */
export function emulatorUse() {
  return USES[process.env.AUTH_EMULATOR] ?? null;
}

/** Input of a build besides its sources; of the current one, unless another is named. */
export function buildVariant(use = emulatorUse()) {
  return use
    ? `${use} ${emulatorHost(use)} ${stripeEmulatorHost(use)} ${githubEmulatorHost(use)}`.trim()
    : 'production';
}

/**
 * `host:port` of the emulator of Stripe, which the environment may override; empty: there is none, because tests
 * lead Stripe's own address to it.
 * @param {'development' | 'tests' | null} use
 * @returns {string}
 */
export function stripeEmulatorHost(use) {
  return use === 'development' ? readHost('STRIPE_EMULATOR_HOST', STRIPE_HOST) : '';
}

/**
 * `host:port` of the emulator of GitHub, as {@link stripeEmulatorHost}.
 * @param {'development' | 'tests' | null} use
 * @returns {string}
 */
export function githubEmulatorHost(use) {
  return use === 'development' ? readHost('GITHUB_EMULATOR_HOST', GITHUB_HOST) : '';
}

/**
 * `host:port` of the Firebase Auth emulator, which the environment may override.
 * @param {'development' | 'tests'} use
 * @returns {string}
 */
export function emulatorHost(use) {
  const fallback = use === 'tests' ? TEST_HOST : DEVELOPMENT_HOST;
  return readHost('FIREBASE_AUTH_EMULATOR_HOST', fallback);
}

function readHost(variable, fallback) {
  const host = process.env[variable];
  if (!host) return fallback;
  if (HOST.test(host)) return host;
  throw new Error(`${variable} must be localhost:<port>, not "${host}".`);
}
