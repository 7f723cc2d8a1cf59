import type { Plugin } from 'vite';

/** Entry modules of the browser; their imports, also lazy ones, are followed. */
const ENTRIES = ['app/root.tsx', 'app/entry.client.tsx', 'app/**/*.route.tsx'];

/**
 * Pre-bundles every package that browser code imports before the development server answers: one found later
 * makes Vite bundle again and reload the page. Screens import `.server.ts` files for their loaders, which
 * React Router removes, so packages of those alone are left out.
 */
export function browserDependencies(): Plugin {
  return {
    name: 'browser-dependencies',
    apply: 'serve',
    configEnvironment(name) {
      if (name !== 'client') return undefined;
      const plugins = [{ name: 'leave-out-server', resolveId: leaveOutServer }];
      return { optimizeDeps: { entries: ENTRIES, rolldownOptions: { plugins } } };
    },
  };
}

function leaveOutServer(id: string) {
  return /^(\.|#app\/).*\.server\.tsx?$/.test(id) ? { id, external: true } : null;
}
