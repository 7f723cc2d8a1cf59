import type { Config } from '@react-router/dev/config';

import { emulatorUse } from './scripts/emulator-host.mjs';

const BUILD_FOLDERS = {
  production: 'build',
  tests: 'build-emulator',
  development: 'build-start',
};

export default {
  appDirectory: 'app',
  ssr: true,
  // Builds that sign in at the emulator lie beside the one that is deployed, never in its place.
  buildDirectory: BUILD_FOLDERS[emulatorUse() ?? 'production'],
} satisfies Config;
