import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { sweepDrafts } from '#app/builder/sweep-drafts.server.ts';
import type { Check, Report } from '#app/blueprint/readiness/report.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import petstore from '../specs/petstore-3.0.json?raw';
import { Visitor } from '../setup/drafts.ts';

async function readReport(visitor: Visitor, id: string): Promise<Report> {
  const response = await visitor.fetch(`/api/drafts/${id}/report`);
  expect(response.status).toBe(200);
  return response.json();
}

function checkOf(report: Report, id: string): Check {
  const check = report.checks.find((each) => each.id === id);
  if (check === undefined) throw new Error(`There is no check ${id}.`);
  return check;
}

test('a draft is judged by requests to its own endpoint, its blueprint and its files', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(petstore);
  expect(draft.report).toBeNull();
  const report = await readReport(maker, draft.id);
  const unsettled = report.checks.filter(
    ({ family, status }) => family !== 'auth' && family !== 'ops' && status === 'notApplicable',
  );
  // Plain http to this machine is all that does not apply to a draft of one API.
  expect(unsettled.map(({ id }) => id)).toEqual(['transport.https']);
  for (const id of ['protocol.modern', 'protocol.legacy', 'transport.origin', 'transport.host']) {
    expect(checkOf(report, id)).toMatchObject({ status: 'pass' });
    expect(checkOf(report, id).evidence.sent).toContain(draft.endpoint);
  }
  expect(checkOf(report, 'auth.guarded').evidence.text).toContain('mock upstream');
  expect(checkOf(report, 'auth.challenge').status).toBe('pass');
  expect(checkOf(report, 'security.drift').status).toBe('pass');
  expect(JSON.stringify(report)).not.toContain(draft.token);
});

test('a report is kept with what it judged, and comes with the draft from then on', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(petstore);
  const report = await readReport(maker, draft.id);
  const again = await maker.fetch(`/api/drafts/${draft.id}`);
  expect(await again.json()).toMatchObject({ report: { checkedAt: report.checkedAt } });
  const { objects } = await env.BLOBS.list({ prefix: 'reports/' });
  expect(objects.filter(({ key }) => key.includes(draft.id))).toHaveLength(1);
});

test('a fix of the report is an edit of the draft, after which the check passes', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(petstore);
  const before = await readReport(maker, draft.id);
  const wrong = checkOf(before, 'tools.deprecated');
  expect(wrong.status).toBe('warn');
  const changed = await maker.change(draft, { edits: wrong.fix?.edits });
  expect(changed.report).toBeNull();
  const after = await readReport(maker, draft.id);
  expect(checkOf(after, 'tools.deprecated').status).toBe('pass');
  expect(after.points).toBeGreaterThan(before.points);
});

test('the sweep takes the report of what a draft served before, and leaves the newest', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  await readReport(maker, draft.id);
  await maker.change(draft, { edits: [{ edit: 'renameTool', from: 'echo', to: 'again' }] });
  await readReport(maker, draft.id);
  const own = async () => {
    const { objects } = await env.BLOBS.list({ prefix: 'reports/' });
    return objects.filter(({ key }) => key.includes(draft.id)).length;
  };
  expect(await own()).toBe(2);
  await sweepDrafts(env, Date.now() + 25 * 60 * 60 * 1_000);
  expect(await own()).toBe(1);
});

test('two drafts of one document have a report each: neither tells the other’s address', async () => {
  const [first, second] = [new Visitor(), new Visitor()];
  const one = await first.submit(petstore);
  const other = await second.submit(petstore);
  await readReport(first, one.id);
  const text = JSON.stringify(await readReport(second, other.id));
  expect(text).toContain(other.id);
  expect(text).not.toContain(one.id);
});

test('a token that has gone stale does not keep anybody from the report', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(petstore);
  const headers = { authorization: 'Bearer mcpb_draft_of_somebody_else' };
  const refused = await new Visitor().fetch(`/api/drafts/${draft.id}`, { headers });
  expect(refused.status).toBe(401);
  const report = await new Visitor().fetch(`/api/drafts/${draft.id}/report`, { headers });
  expect(report.status).toBe(200);
  await Promise.all([refused.body?.cancel(), report.body?.cancel()]);
});

test('a badge shows the score to whoever knows the draft, and nothing of an unknown one', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(petstore);
  const { score } = await readReport(maker, draft.id);
  const badge = await new Visitor().fetch(`/api/drafts/${draft.id}/badge.svg`);
  expect(badge.headers.get('content-type')).toBe('image/svg+xml');
  expect(await badge.text()).toContain(`${score} of 100`);
  const unknown = await new Visitor().fetch('/api/drafts/nobody/badge.svg');
  expect(unknown.status).toBe(404);
  await unknown.body?.cancel();
});
