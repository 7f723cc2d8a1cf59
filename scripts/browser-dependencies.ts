import type { Plugin } from 'vite';

/** Where the browser's modules begin; what they import, also lazily, is found from there. */
const ENTRIES = ['app/root.tsx', 'app/entry.client.tsx', 'app/**/*.route.tsx'];

/**
 * Pre-bundles every package that browser code reaches before the development server answers: one
 * that is found later makes Vite bundle anew and reload the page. Screens name `.server.ts` files
 * for their loaders, which React Router removes, so what only those import is left out.
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
