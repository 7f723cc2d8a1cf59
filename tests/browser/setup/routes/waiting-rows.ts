import type { Page } from '@playwright/test';

import { composer } from '../chat-page.ts';
import { holdRequests, refuseRequests } from '../disturb-requests.ts';

import type { RouteRow } from './route-row.ts';

/** What the list of chats is loaded by on the way from another page. */
const CHATS_OF_PAGE = '**/chats.data*';
const LOG_OF_PROJECT = '**/api/projects/*/{calls,failures,usage,log}*';
const TURNS = '**/api/chats/*/turns';

const goToChats = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Chats' })
    .filter({ visible: true })
    .click();

const openLog = (page: Page) => page.getByRole('tab', { name: 'Logs' }).click();

async function say(page: Page): Promise<void> {
  await composer(page).fill('Add a tool that deletes a user');
  await composer(page).press('Enter');
}

/** Screens that wait for an answer, or got none: what is asked for is held back, or answered with 503. */
export const WAITING_ROWS: readonly RouteRow[] = [
  {
    route: 'chats',
    name: 'page-loading',
    as: 'owner',
    address: '/my-projects',
    staysBusy: true,
    async act(page) {
      await holdRequests(page, CHATS_OF_PAGE);
      await goToChats(page);
      await page.getByRole('banner').getByText('Loading').waitFor();
    },
  },
  {
    route: 'chats',
    name: 'page-failed',
    as: 'owner',
    address: '/my-projects',
    allowed: /status of 503|ErrorResponse/,
    async act(page) {
      await refuseRequests(page, CHATS_OF_PAGE);
      await goToChats(page);
      await page.getByRole('link', { name: 'Try again' }).waitFor();
    },
  },
  {
    route: 'projects/:projectId',
    name: 'project-logs-loading',
    as: 'owner',
    address: ({ petstore }) => `/projects/${petstore}`,
    staysBusy: true,
    async act(page) {
      await holdRequests(page, LOG_OF_PROJECT);
      await openLog(page);
      await page.getByRole('main').getByText('Loading').first().waitFor();
    },
  },
  {
    route: 'projects/:projectId',
    name: 'project-logs-failed',
    as: 'owner',
    address: ({ petstore }) => `/projects/${petstore}`,
    allowed: /status of 503/,
    async act(page) {
      await refuseRequests(page, LOG_OF_PROJECT);
      await openLog(page);
      await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    },
  },
  {
    route: 'chat/:id',
    name: 'chat-sending',
    as: 'owner',
    address: ({ chats }) => `/chat/${chats.talk}`,
    staysBusy: true,
    async act(page) {
      await holdRequests(page, TURNS);
      await say(page);
      await page.getByRole('button', { name: 'Stop' }).waitFor();
    },
  },
  {
    route: 'client',
    name: 'client-connecting',
    staysBusy: true,
    async act(page, { server }) {
      await holdRequests(page, server);
      await page.goto(
        `/client?${new URLSearchParams({ url: server, name: 'Fixture' }).toString()}`,
      );
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByText(/^Asking /).waitFor();
    },
  },
  {
    route: 'client',
    name: 'client-unreachable',
    allowed: /status of 503|ERR_/,
    async act(page, { server }) {
      await refuseRequests(page, server);
      await page.goto(
        `/client?${new URLSearchParams({ url: server, name: 'Fixture' }).toString()}`,
      );
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
];
