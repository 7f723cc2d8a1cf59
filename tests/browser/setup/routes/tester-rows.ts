import type { Page } from '@playwright/test';

import { connectServer } from '../world/seed-tester.ts';

import { untilText, type RouteRow } from './route-row.ts';

const client = (tab: string): RouteRow => ({
  route: 'client',
  name: `client-${tab}`,
  act: (page, { server }) => connectServer(page, server, tab),
});

const openTool = (page: Page, list: string, name: string) =>
  page
    .getByRole('list', { name: list })
    .getByRole('button', { name: new RegExp(`^${name}\\b`) })
    .click();

/** The tester of MCP servers, tab by tab. */
export const TESTER_ROWS: readonly RouteRow[] = [
  { route: 'client', name: 'client-empty' },
  client('overview'),
  client('tools'),
  client('resources'),
  client('prompts'),
  {
    ...client('apps'),
    staysBusy: true,
    async act(page, { apps }) {
      await connectServer(page, apps, 'apps');
      await openTool(page, 'Tools with an app', 'tally');
      const form = page.getByRole('form', { name: 'Arguments of tally' });
      await form.getByRole('textbox', { name: 'a', exact: true }).fill('20');
      await form.getByRole('textbox', { name: 'b', exact: true }).fill('22');
    },
  },
  client('questions'),
  {
    ...client('talk'),
    async act(page, { server }) {
      await connectServer(page, server, 'talk');
      await page.getByRole('button', { name: 'List the tools' }).click();
      await untilText('ask_roots')(page);
    },
  },
  client('history'),
  {
    ...client('notifications'),
    async act(page, { server }) {
      await connectServer(page, server, 'tools');
      await openTool(page, 'Tools', 'steps');
      await page.getByRole('button', { name: /^Call/ }).click();
      await untilText('Every step is done.')(page);
      await page.getByRole('tab', { name: 'Notifications' }).click();
      await untilText('notifications/progress')(page);
    },
  },
  client('calls'),
  client('checks'),
  client('evals'),
  { route: 'client/checks/:reportId', name: 'client-report', address: ({ checks }) => checks },
];
