import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // The build for tests lies beside the one that is deployed, never in its place.
  buildDirectory: process.env.AUTH_EMULATOR === 'on' ? 'build-emulator' : 'build',
} satisfies Config;
