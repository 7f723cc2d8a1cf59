import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import type { ChecksReport, LinkedReport } from '#app/tester/checks/report/checks-report.ts';
import {
  claimCheckReports,
  MAX_GUEST_REPORTS,
  MAX_REPORTS,
  REPORT_LIFETIME_MS,
  sweepCheckReports,
} from '#app/tester/checks/report/report-store.server.ts';

import { Browser, newUid } from '../../setup/browser.workerd.ts';

const PATH = '/api/tester/reports';
const KEY = `sk-ant-api03-${'a1B2c3D4'.repeat(6)}`;

const REPORT: ChecksReport = {
  format: 1,
  checkedAt: '2026-11-26T12:00:00.000Z',
  server: {
    name: 'Weather',
    version: `1.0.0+${KEY}`,
    address: 'https://mcp.example.com/mcp',
    revision: '2026-07-28',
    route: 'relay',
  },
  conformance: [
    {
      id: 'modern.discover',
      era: 'modern',
      area: 'handshake',
      level: 'must',
      title: 'server/discover is answered as the schema says',
      status: 'fail',
      text: `It said ${KEY}.`,
      fix: `Answer it, not with ${KEY}.`,
      sentence: 'Servers MUST implement it.',
      url: 'https://modelcontextprotocol.io/specification/2026-07-28/server/discover',
      evidence: [{ sent: 'POST /', got: `500\n\n{"key": "${KEY}"}` }],
    },
  ],
  readiness: { verdict: { kind: 'fixes', count: 1 }, reason: 'One.', score: 50, lines: [] },
  hosts: { name: 'Weather', lines: [] },
};

async function signedIn(): Promise<Browser> {
  const browser = new Browser();
  await browser.signIn({ sub: newUid() });
  return browser;
}

function share(browser: Browser, report: object = REPORT): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return browser.fetch(PATH, { method: 'POST', headers, body: JSON.stringify(report) });
}

async function read(browser: Browser, id: string): Promise<LinkedReport | null> {
  const answer = await browser.fetch(`${PATH}/${id}`);
  return answer.status === 404 ? null : await answer.json();
}

test('a report is read by everybody who has its link, and deleted by who shared it alone', async () => {
  const [user, guest, other] = [await signedIn(), new Browser(), new Browser()];
  for (const owner of [user, guest]) {
    const shared = await share(owner);
    expect(shared.status).toBe(201);
    const { id }: LinkedReport = await shared.json();
    expect(await read(owner, id)).toMatchObject({ id, isOwn: true });
    const seen = await read(other, id);
    expect(seen).toMatchObject({ isOwn: false, report: { server: { name: 'Weather' } } });
    // The server showed a key: it is not shown to everybody.
    expect(JSON.stringify(seen)).not.toContain(KEY);
    expect(JSON.stringify(seen)).toContain('It said');
    expect((await other.fetch(`${PATH}/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await owner.fetch(`${PATH}/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await read(other, id)).toBeNull();
  }
});

test.each([
  ['a line without a source', { conformance: [{ ...REPORT.conformance[0], url: 'javascript:0' }] }],
  ['a field of its own', { tokens: [KEY] }],
  ['an address that is none', { conformance: [{ ...REPORT.conformance[0], url: 'https://[' }] }],
  ['an address that runs something', { server: { ...REPORT.server, address: 'javascript:0' } }],
  ['too long a text', { server: { ...REPORT.server, name: 'x'.repeat(2_001) } }],
])('a report with %s is refused', async (_, change) => {
  expect((await share(new Browser(), { ...REPORT, ...change })).status).toBe(422);
});

test('what a guest shared goes along to their account, and ends with its time', async () => {
  const guest = new Browser();
  const { id }: LinkedReport = await (await share(guest)).json();
  const row = await env.DB.prepare('SELECT guest_id FROM check_reports WHERE id = ?')
    .bind(id)
    .first();
  const user = await signedIn();
  const account = await env.DB.prepare('SELECT id FROM accounts ORDER BY rowid DESC').first();
  await claimCheckReports(env.DB, String(row?.['guest_id']), String(account?.['id']));
  expect(await read(user, id)).toMatchObject({ isOwn: true });
  expect(await read(guest, id)).toMatchObject({ isOwn: false });
  expect(await sweepCheckReports(env.DB, Date.now())).toBe(0);
  expect(await sweepCheckReports(env.DB, Date.now() + REPORT_LIFETIME_MS + 60_000)).toBe(1);
  expect(await read(user, id)).toBeNull();
});

test('nobody shares more than the limit', async () => {
  const owner = await signedIn();
  const { id }: LinkedReport = await (await share(owner)).json();
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO check_reports SELECT 'filler-' || i, account_id, guest_id, report, created_at, expires_at
     FROM check_reports, n WHERE id = ?`,
  )
    .bind(MAX_REPORTS - 1, id)
    .run();
  expect((await share(owner)).status).toBe(409);
});

test('guests do not fill the database, however many of them one is; accounts share all the same', async () => {
  await share(new Browser());
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO check_reports SELECT 'guest-' || i, NULL, 'guest-' || i, '{}', created_at, expires_at
     FROM n, (SELECT * FROM check_reports WHERE guest_id IS NOT NULL LIMIT 1)`,
  )
    .bind(MAX_GUEST_REPORTS - 1)
    .run();
  const refused = await share(new Browser());
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('Sign in');
  expect((await share(await signedIn())).status).toBe(201);
});
