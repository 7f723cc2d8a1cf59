import type { Page } from '@playwright/test';

import { untilText, type RouteRow } from './route-row.ts';

/** Keeps the page from leading on, which it does after these times. */
async function stayAfterSignOut(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    const startOthers = (work: () => void, ms?: number) =>
      ms === 1_500 || ms === 3_000 ? 0 : start(work, ms);
    Object.assign(window, { setTimeout: startOthers });
  });
}

/** Screens that everybody sees, without a server of their own. */
export const PUBLIC_ROWS: readonly RouteRow[] = [
  { route: '/', name: 'start-visitor' },
  { route: '/', name: 'start-owner', as: 'owner' },
  { route: 'mcp-builder', name: 'mcp-builder' },
  { route: 'showcase', name: 'showcase' },
  { route: 'showcase/:template', name: 'template', address: '/showcase/weather' },
  {
    route: 'showcase/:template',
    name: 'template-unknown',
    address: '/showcase/no-such-template',
    allowed: /status of 404/,
  },
  { route: 'login', name: 'login' },
  { route: 'email-login', name: 'email-login' },
  { route: 'signout', name: 'signout', before: stayAfterSignOut, act: untilText(/signed out/i) },
  { route: 'pricing', name: 'pricing' },
  { route: 'tier-example', name: 'tier-example' },
  { route: 'logtok', name: 'logtok-visitor' },
  { route: 'blog', name: 'blog' },
  { route: 'blog/:slug', name: 'blog-post', address: '/blog/secrets-generated-code-never-sees' },
  { route: 'docs', name: 'docs' },
  { route: 'docs/:page', name: 'doc-page', address: '/docs/limits' },
  { route: 'docs/api', name: 'api-reference', examined: 'main section' },
  { route: 'terms', name: 'terms' },
  { route: 'privacy', name: 'privacy' },
  { route: 'mcp', name: 'builder-endpoint' },
  { route: 'import', name: 'import-visitor' },
  { route: '*', name: 'not-found', address: '/no/such/page', allowed: /status of 404/ },
  { route: 'mock', name: 'mock' },
  { route: 'ai-loop', name: 'ai-loop-empty' },
  { route: 'chat-demo', name: 'chat-demo' },
  { route: 'chat-demo-simple', name: 'chat-demo-simple' },
  { route: 'chat-demo-mock', name: 'chat-demo-mock' },
  { route: 'test-mac-panel', name: 'test-mac-panel' },
  { route: 'simple-sidebar-test', name: 'simple-sidebar-test' },
  { route: 'parsing-test', name: 'parsing-test' },
  { route: 'test-stream', name: 'test-stream' },
];
