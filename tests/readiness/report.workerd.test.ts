import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { removeDraftsOf } from '#app/drafts/remove-drafts.server.ts';
import { storeReport } from '#app/drafts/report-store.server.ts';
import { readDraft } from '#app/drafts/store.server.ts';
import { sweepDrafts } from '#app/drafts/sweep-drafts.server.ts';
import type { Check, Report } from '#app/blueprint/readiness/report.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import { reportDraft } from '#app/hosting/report-draft.server.ts';
import { createTrace, type AppContext } from '#app/platform/app-context.ts';
import { requireConfig } from '#app/platform/config.ts';
import { verdictWords } from '#app/platform/verdict.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import petstore from '../specs/petstore-3.0.json?raw';
import { ORIGIN, Visitor } from '../setup/drafts.ts';

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
  // Plain http to this machine does not apply to a draft, and this document has neither examples nor code.
  expect(unsettled.map(({ id }) => id)).toEqual([
    'transport.https',
    'tools.exampleArguments',
    'tools.exampleAnswers',
    'tools.exampleRuns',
    'tools.codeRuns',
  ]);
  for (const id of ['protocol.modern', 'protocol.legacy', 'transport.origin', 'transport.host']) {
    expect(checkOf(report, id)).toMatchObject({ status: 'pass' });
    expect(checkOf(report, id).evidence.sent).toContain(draft.endpoint);
  }
  expect(checkOf(report, 'auth.guarded').evidence.text).toContain('mock upstream');
  expect(checkOf(report, 'auth.challenge').status).toBe('pass');
  expect(checkOf(report, 'security.drift').status).toBe('pass');
  expect(JSON.stringify(report)).not.toContain(draft.token);
});

test('a report is stored with the state it judged, and comes with the draft from then on', async () => {
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

async function headOf({ id }: { id: string }): Promise<DraftHead> {
  const head = await readDraft(env, id);
  if (!head.ok) throw new Error(head.reason);
  return head.value;
}

async function storedReports(): Promise<string[]> {
  const { objects } = await env.BLOBS.list({ prefix: 'reports/' });
  return objects.map(({ key }) => key);
}

/** A request's context whose bucket does not find what the draft serves, so often. */
function appThatMisses(head: DraftHead, times: number): AppContext {
  let missing = times;
  const bucket = new Proxy(env.BLOBS, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const isServed = args[0] === `artifacts/${head.artifact}/served.json`;
        if (name === 'get' && isServed && missing-- > 0) return Promise.resolve(null);
        return Reflect.apply(member, target, args);
      };
    },
  });
  return {
    ...createTrace(),
    env: { ...env, BLOBS: bucket },
    config: requireConfig(env),
    origin: ORIGIN,
    waitUntil: () => {},
  };
}

test('a report with failed requests is returned, but not stored', async () => {
  const head = await headOf(await new Visitor().submit(UPSTREAM_DOCUMENT));
  const key = `reports/${head.id}.json`;
  const failed = await reportDraft(appThatMisses(head, 1), head);
  expect(failed.checks.some(({ status }) => status === 'fail')).toBe(true);
  expect(await storedReports()).not.toContain(key);
  const whole = await reportDraft(appThatMisses(head, 0), head);
  expect(whole.points).toBeGreaterThan(failed.points);
  expect(await storedReports()).toContain(key);
});

test('a report by earlier checks, of an earlier state or in an earlier shape, is made again', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  await readReport(maker, draft.id);
  const shown = async () => (await (await maker.fetch(`/api/drafts/${draft.id}`)).json()) as object;
  expect(await shown()).not.toMatchObject({ report: null });
  const key = `reports/${draft.id}.json`;
  const stored = await env.BLOBS.get(key);
  const { artifact = '', version = '' } = stored?.customMetadata ?? {};
  expect(version).toMatch(/^[0-9a-f]{16}$/);
  const text = (await stored?.text()) ?? '';
  await env.BLOBS.put(key, text, { customMetadata: { artifact, version: 'earlier' } });
  expect(await shown()).toMatchObject({ report: null });
  await env.BLOBS.put(key, text, { customMetadata: { artifact: 'before', version } });
  expect(await shown()).toMatchObject({ report: null });
  const { verdict: _kind, reason: verdict, ...rest } = JSON.parse(text) as Report;
  const graded = JSON.stringify({ ...rest, grade: 'A', verdict });
  await env.BLOBS.put(key, graded, { customMetadata: { artifact, version } });
  expect(await shown()).toMatchObject({ report: null });
  await readReport(maker, draft.id);
  expect(await shown()).not.toMatchObject({ report: null });
});

test('a report is deleted with its draft, even if another draft serves the same', async () => {
  const makers = [new Visitor(), new Visitor()] as const;
  const gone = await makers[0].submit(UPSTREAM_DOCUMENT);
  const kept = await makers[1].submit(UPSTREAM_DOCUMENT);
  const report = await readReport(makers[0], gone.id);
  await readReport(makers[1], kept.id);
  const head = await headOf(gone);
  expect(head.artifact).toBe((await headOf(kept)).artifact);
  await removeDraftsOf(env, head.owner);
  const left = await storedReports();
  expect(left).toContain(`reports/${kept.id}.json`);
  expect(left).not.toContain(`reports/${gone.id}.json`);

  // One that was still being made then.
  await storeReport(env.BLOBS, head, report);
  await sweepDrafts(env, Date.now() + 25 * 60 * 60 * 1_000);
  const swept = await storedReports();
  expect(swept).toContain(`reports/${kept.id}.json`);
  expect(swept).not.toContain(`reports/${gone.id}.json`);
});

test('two drafts of one document have separate reports: neither reveals the other’s address', async () => {
  const [first, second] = [new Visitor(), new Visitor()];
  const one = await first.submit(petstore);
  const other = await second.submit(petstore);
  await readReport(first, one.id);
  const text = JSON.stringify(await readReport(second, other.id));
  expect(text).toContain(other.id);
  expect(text).not.toContain(one.id);
});

test('a private report is for its owner and for who has the token, and no badge is kept', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(petstore);
  const { verdict } = await readReport(maker, draft.id);
  const get = (visitor: Visitor, what: string, token?: string) =>
    visitor.fetch(`/api/drafts/${draft.id}/${what}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
  for (const what of ['report', 'badge.svg']) {
    expect((await get(new Visitor(), what)).status, what).toBe(404);
    expect((await get(new Visitor(), what, draft.token)).status, what).toBe(200);
    const wrong = await get(new Visitor(), what, 'mcpb_draft_of_somebody_else');
    expect(wrong.status, what).toBe(401);
  }
  const badge = await get(maker, 'badge.svg');
  expect(await badge.text()).toContain(verdictWords(verdict));
  expect(badge.headers.get('cache-control')).toBe('private, no-store');
});

test('a shared badge shows the verdict to anyone, and nothing about an unknown draft', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(petstore);
  const { verdict } = await readReport(maker, draft.id);
  await maker.share(draft, 'unlisted');
  const badge = await new Visitor().fetch(`/api/drafts/${draft.id}/badge.svg`);
  expect(badge.headers.get('content-type')).toBe('image/svg+xml');
  expect(badge.headers.get('cache-control')).toBe('public, max-age=300');
  expect(await badge.text()).toContain(verdictWords(verdict));
  const unknown = await new Visitor().fetch('/api/drafts/nobody/badge.svg');
  expect(unknown.status).toBe(404);
  await unknown.body?.cancel();
});
