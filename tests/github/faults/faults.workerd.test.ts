import { env } from 'cloudflare:workers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { openGithubSite, type GithubUser } from '../github-user.workerd.ts';
import { TOLD, type AnyFlow, type Told } from './fault-flow.workerd.ts';
import { connectionFlows } from './connection-flows.workerd.ts';
import { editFlows } from './edit-flows.workerd.ts';
import { FaultyProject, pushFlows } from './push-flows.workerd.ts';
import { oauthFlows, repositoryFlows } from './repository-flows.workerd.ts';
import { STRIKES, StruckGithub, type Strike } from './struck-github.workerd.ts';
import { webhookFlows } from './webhook-flows.workerd.ts';

const unlimited = { limit: () => Promise.resolve({ success: true }) };
/** Our own limits are not what is struck. */
const LIMITS = {
  LIMIT_DRAFTS: unlimited,
  LIMIT_CALLS: unlimited,
  LIMIT_TURNS: unlimited,
  LIMIT_UPLOADS: unlimited,
  LIMIT_SESSIONS: unlimited,
};
const site = openGithubSite('faults', 'github-app', LIMITS);
const oauthSite = openGithubSite('faults_oauth', 'oauth-app', LIMITS);

let github: StruckGithub;
let project: FaultyProject;
let oauthProject: FaultyProject;

beforeAll(async () => {
  github = new StruckGithub();
  project = await FaultyProject.open(site, await site.connect());
  oauthProject = await FaultyProject.open(oauthSite, await oauthSite.connect());
});
afterAll(() => github.stop());
afterEach(async () => {
  const mismatches = [
    ...(await site.control.mismatches()),
    ...(await oauthSite.control.mismatches()),
  ];
  if (mismatches.length > 0) throw new Error(mismatches.join('\n'));
});

const FLOWS: AnyFlow[] = [
  ...connectionFlows(site, () => project.user),
  ...repositoryFlows(
    site,
    () => project.user,
    () => project,
  ),
  ...pushFlows(() => project),
  ...editFlows(() => project),
  ...webhookFlows(() => project),
  ...oauthFlows(() => oauthProject),
];

describe.each(FLOWS)('to $name', (flow) => {
  test('is refused in the right words and done by a retry, whichever call goes wrong', async () => {
    const first = await flow.start();
    const { calls, told } = await github.record(() => first.run());
    expect(told.status, told.words).toBeLessThan(400);
    await first.done(told);
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) await strikeAll(flow, call);
  });
});

/** Strikes a call in every way; what fails is tried again after that, and then once undisturbed. */
async function strikeAll(flow: AnyFlow, call: string): Promise<void> {
  let started = await flow.start();
  for (const strike of STRIKES) {
    const label = `${flow.name}, ${call}: ${strike}`;
    github.strike(call, strike);
    const told = await started.run();
    expect(github.heal(), `${label} was not struck`).toBe(true);
    if (strike === 'revoked') await restore(flow.user());
    if (isSurvived(flow, call, strike)) {
      expect(told.status, label).toBeLessThan(400);
      await started.done(told);
      started = await flow.start();
    } else {
      expectTold(flow, call, strike, told);
      await started.hold(strike);
    }
  }
  const told = await started.run();
  expect(told.status, `${flow.name}, after ${call}: ${told.words}`).toBeLessThan(400);
  await started.done(told);
}

/** The user connects GitHub again, which the connection's own tests walk through. */
async function restore({ uid }: GithubUser): Promise<void> {
  await env.DB.prepare('update github_connections set revoked_at = null where uid = ?')
    .bind(uid)
    .run();
}

function isSurvived({ survives = [] }: AnyFlow, call: string, strike: Strike): boolean {
  return survives.some(
    ([pattern, strikes = STRIKES]) => pattern.test(call) && strikes.includes(strike),
  );
}

function expectTold(flow: AnyFlow, call: string, strike: Strike, told: Told): void {
  const label = `${flow.name}, ${call}: ${strike}`;
  const { words, retryAfter, ...rest } = { ...TOLD[strike], ...flow.tells?.(strike, call) };
  expect(told, `${label}: ${told.words}`).toMatchObject(rest);
  expect(told.words, label).toContain(words);
  if (retryAfter === null) expect(told.retryAfter, label).toBeNull();
  // A limit is told by the second at which it ends.
  else expect(Math.abs((told.retryAfter ?? 0) - retryAfter), label).toBeLessThanOrEqual(2);
}
