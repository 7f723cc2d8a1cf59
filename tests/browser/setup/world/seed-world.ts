import type { Browser, BrowserContext, Page } from '@playwright/test';

import { OPEN_CORS } from '../../../tester/servers/serve-http.ts';
import { startApps } from '../../../tester/servers/start-apps.ts';
import { startFixture } from '../../../tester/servers/start-fixture.ts';
import type { Outside } from '../../../setup/outside-of-worker.ts';
import { connectStripe } from '../connect-stripe.ts';
import { signInAs } from '../sign-in.ts';

import { Asker } from './asker.ts';
import { seedConsent, seedTeam, type SeededTeam } from './seed-account.ts';
import { seedChats, type SeededChats } from './seed-chats.ts';
import { seedGithub } from './seed-github.ts';
import { seedProjects, UPSTREAM, type SeededProjects } from './seed-projects.ts';
import { seedChecks } from './seed-tester.ts';

type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Who opens a page: signed out, with everything, signed in a moment ago, or to change what they have. */
export const PEOPLE = ['visitor', 'owner', 'newcomer', 'editor'] as const;
export type Person = (typeof PEOPLE)[number];

/** What a Worker holds after {@link seedWorld}, and how each person comes to it. */
export interface World extends SeededProjects, SeededTeam {
  states: Record<Person, BrowserState | undefined>;
  chats: SeededChats;
  /** Address of an MCP server for the tester. */
  server: string;
  /** Of one whose tool comes with an app. */
  apps: string;
  /** Path of a shared report of its checks. */
  checks: string;
  /** Path at which an MCP client asks for access. */
  consent: string;
}

/** E-mail of the owner, who also runs the site. */
export const OPERATOR = 'ada@lovelace.example';
const NEWCOMER = 'grace@hopper.example';
const EDITOR = 'mary@somerville.example';

/** Fills an empty Worker over its own API, as two people would; `close` ends what stays on. */
export async function seedWorld(
  browser: Browser,
  origin: string,
  answerOutside: (outside: Outside) => void,
): Promise<{ world: World; close: () => Promise<void> }> {
  answerOutside(answerUpstreams);
  const fixture = await startFixture({ cors: OPEN_CORS });
  const apps = await startApps();
  const newcomer = await openPage(browser, origin);
  await signInAs(newcomer, { email: NEWCOMER, name: 'Grace Hopper' });
  const editor = await openPage(browser, origin);
  await signInAs(editor, { email: EDITOR, name: 'Mary Somerville' });
  const page = await openPage(browser, origin);
  await signInAs(page, { email: OPERATOR, name: 'Ada Lovelace' });
  const asker = new Asker(page);
  const team = await seedTeam(asker, await connectStripe({ url: origin }), NEWCOMER);
  const projects = await seedProjects(asker, origin);
  await seedGithub(page, asker, projects.petstore);
  const world = {
    ...team,
    ...projects,
    chats: await seedChats(asker),
    consent: await seedConsent(asker, origin, 'petstore-team'),
    server: fixture.url,
    apps: apps.url,
    checks: await seedChecks(page, fixture.url),
    states: {
      visitor: undefined,
      owner: await page.context().storageState({ indexedDB: true }),
      newcomer: await newcomer.context().storageState({ indexedDB: true }),
      editor: await editor.context().storageState({ indexedDB: true }),
    },
  };
  await page.context().close();
  await newcomer.context().close();
  await editor.context().close();
  const close = async () => {
    await Promise.all([fixture.stop(), apps.stop()]);
  };
  return { world, close };
}

/** The pet store on the internet, which has no pet 404. */
const answerUpstreams: Outside = ({ url }) => {
  const { origin, pathname } = new URL(url);
  if (origin !== UPSTREAM) return undefined;
  if (pathname.endsWith('/404')) return Response.json({ message: 'No such pet' }, { status: 404 });
  if (pathname.endsWith('/inventory')) return Response.json({ available: 3, sold: 12 });
  return Response.json({ id: 7, name: 'Rex', photoUrls: [], status: 'available' });
};

async function openPage(browser: Browser, baseURL: string): Promise<Page> {
  return (await browser.newContext({ baseURL })).newPage();
}
