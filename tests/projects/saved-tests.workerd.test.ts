import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';

import { requireUser } from '#app/auth/caller.server.ts';
import type { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';
import type { DraftFile } from '#app/drafts/draft.ts';
import { findTestRun } from '#app/hosting/tests/find-test-run.server.ts';
import { runSavedTests } from '#app/hosting/tests/run-saved-tests.server.ts';
import { loadProject } from '#app/projects/project-store.server.ts';
import { removeProjectsOf } from '#app/projects/remove-projects.server.ts';
import type {
  NewTestRun,
  ProjectTest,
  TestList,
  TestResult,
} from '#app/projects/tests/project-test.ts';
import type { ProjectView } from '#app/projects/project.ts';

import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { SITE } from '../setup/browser.workerd.ts';
import { problemOf, ProjectOwner, rename } from './project-owner.workerd.ts';

const PASSING: SavedTest = {
  name: 'Says who answered',
  tool: 'echo',
  upstream: 'any',
  arguments: {},
  expect: {
    outcome: 'success',
    status: 200,
    checks: [
      { path: '$.mocked', is: 'equals', value: 'echo' },
      { path: '$.mocked', is: 'matches', pattern: '^e.*o$' },
      { path: '$.token', is: 'absent' },
    ],
    maxMs: 20_000,
  },
};

const FAILING: SavedTest = {
  ...PASSING,
  name: 'Expects too much',
  tool: 'page',
  expect: { outcome: 'success', checks: [{ path: '$.pages', is: 'present' }] },
};

const testsOf = (project: Pick<ProjectView, 'id'>) => `/api/projects/${project.id}/tests`;

async function startProject() {
  const owner = await ProjectOwner.signIn();
  const draft = await owner.draft();
  return { owner, draft, project: await owner.saveProject(draft) };
}

function keep(owner: ProjectOwner, project: ProjectView, saved: SavedTest): Promise<ProjectTest> {
  return owner.ask('POST', testsOf(project), saved, 201);
}

/** Keeps as many tests at once. */
async function fill({ id }: ProjectView, count: number): Promise<void> {
  const row = env.DB.prepare('insert into project_tests values (?, ?, 1, ?, 0, 0)');
  const test = JSON.stringify(PASSING);
  const rows = Array.from({ length: count }, (_, index) => row.bind(`${index} ${id}`, id, test));
  await env.DB.batch(rows);
}

/** Runs tests to the end, and returns the events by their names. */
async function run(owner: ProjectOwner, { id }: ProjectView, body: NewTestRun) {
  const answer = await owner.send('POST', `/api/projects/${id}/test-runs`, body);
  expect(answer.status).toBe(200);
  const events = (await answer.text()).trim().split('\n\n');
  const read = (name: string) =>
    events.flatMap((event) => {
      const [head = '', data = ''] = event.split('\ndata: ');
      return head === `event: ${name}` ? [JSON.parse(data)] : [];
    });
  const results: TestResult[] = read('result');
  return { results, end: read('end')[0], problem: read('problem')[0] };
}

const onVersion = (version: number): NewTestRun => ({ target: { version }, environment: 'mock' });

function list(owner: ProjectOwner, project: ProjectView, version: number): Promise<TestList> {
  return owner.ask('GET', `${testsOf(project)}?version=${version}`);
}

describe('a saved test', () => {
  test('is kept, changed and removed', async () => {
    const { owner, project } = await startProject();
    const made = await keep(owner, project, PASSING);
    expect(made).toMatchObject({ revision: 1, test: PASSING });
    const path = `${testsOf(project)}/${made.id}`;
    const changed = await owner.ask<ProjectTest>('PUT', path, FAILING);
    expect(changed).toMatchObject({ id: made.id, revision: 2, test: FAILING });
    expect((await list(owner, project, 1)).tests).toEqual([changed]);
    expect((await owner.send('DELETE', path)).status).toBe(204);
    expect((await owner.send('PUT', path, FAILING)).status).toBe(404);
    expect((await list(owner, project, 1)).tests).toEqual([]);
  });

  test('with a wrong path, a wrong pattern or a credential is refused', async () => {
    const { owner, project } = await startProject();
    const post = async (over: Partial<SavedTest['expect']>, args = {}) => {
      const body = { ...PASSING, arguments: args, expect: { ...PASSING.expect, ...over } };
      return (await owner.send('POST', testsOf(project), body)).status;
    };
    expect(await post({ checks: [{ path: 'mocked', is: 'present' }] })).toBe(422);
    expect(await post({ checks: [{ path: '$.a', is: 'matches', pattern: '(' }] })).toBe(422);
    expect(await post({}, { key: `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}` })).toBe(422);
    const deep = JSON.parse(`{"a":${'['.repeat(7_000)}${']'.repeat(7_000)}}`);
    expect(await post({}, deep)).toBe(422);
    expect((await list(owner, project, 1)).tests).toEqual([]);
  });

  test('is one of two hundred at most, also where many are saved at the same time', async () => {
    const { owner, project } = await startProject();
    await fill(project, 199);
    const posts = Array.from({ length: 3 }, () => owner.send('POST', testsOf(project), PASSING));
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });
});

describe('a run of tests', () => {
  test('tells what was expected and what came, and keeps that for the version', async () => {
    const { owner, project } = await startProject();
    const passing = await keep(owner, project, PASSING);
    const failing = await keep(owner, project, FAILING);
    const { results, end } = await run(owner, project, onVersion(1));
    expect(end).toEqual({ ran: 2, skipped: 0 });
    const passed = { test: passing.id, hasPassed: true, reasons: [], evidence: null };
    const failed = {
      test: failing.id,
      hasPassed: false,
      reasons: ['$.pages is missing.'],
      evidence: '{"mocked":"page"}',
      passedOn: null,
    };
    const kept = (await list(owner, project, 1)).results;
    for (const found of [results, kept]) {
      expect(found).toHaveLength(2);
      expect(found).toEqual(
        expect.arrayContaining([expect.objectContaining(passed), expect.objectContaining(failed)]),
      );
    }
    // A changed test was not run yet.
    await owner.ask('PUT', `${testsOf(project)}/${failing.id}`, FAILING);
    expect((await list(owner, project, 1)).results.map((each) => each.test)).toEqual([passing.id]);
  });

  test('names a regression: a test that passed on an earlier version', async () => {
    const { owner, project, draft } = await startProject();
    const saved = await keep(owner, project, PASSING);
    await run(owner, project, onVersion(1));
    const edited = await owner.edit(draft, rename('echo', 'again'));
    // The draft is tested before it is saved, and nothing of that is kept.
    const onDraft = await run(owner, project, { target: { draft: draft.id }, environment: 'mock' });
    expect(onDraft.results).toMatchObject([{ hasPassed: false, passedOn: 1 }]);
    await owner.saveVersion(project, edited, { base: 1 });
    expect((await list(owner, project, 2)).results).toEqual([]);
    const onSecond = await run(owner, project, { ...onVersion(2), tests: [saved.id] });
    expect(onSecond.results).toMatchObject([
      {
        hasPassed: false,
        passedOn: 1,
        reasons: [expect.stringContaining('There is no tool named "echo".'), expect.anything()],
      },
    ]);
    expect((await list(owner, project, 2)).results).toMatchObject([{ passedOn: 1 }]);
    expect((await list(owner, project, 1)).results).toMatchObject([{ hasPassed: true }]);
  });

  test('shows no value of a credential, neither in its reasons nor as evidence', async () => {
    const { owner, project, draft } = await startProject();
    const mock = {
      upstream: draft.blueprint.upstreams[0]?.id,
      method: 'GET',
      path: '/echo',
      status: 200,
      mediaType: 'application/json',
      body: { password: 'hunter2', user: { apiKey: 'k-4711-abcd' } },
    };
    const edited = await owner.edit(draft, { edit: 'setMock', mock });
    await owner.saveVersion(project, edited, { base: 1 });
    const equals = (path: string) => ({ path, is: 'equals' as const, value: 'x' });
    const checks = ['$.password', '$.user', '$.user.apiKey'].map(equals);
    await keep(owner, project, { ...PASSING, expect: { outcome: 'success', checks } });
    const { results } = await run(owner, project, onVersion(2));
    expect(results[0]?.reasons).toEqual([
      '$.password should be "x", but is "[redacted]".',
      '$.user should be "x", but is {"apiKey":"[redacted]"}.',
      '$.user.apiKey should be "x", but is "[redacted]".',
    ]);
    expect(results[0]?.evidence).toMatch(/password.*redacted/);
    expect(results[0]?.evidence).not.toMatch(/hunter2|4711/);
  });

  test('of what is not there, or of the draft of somebody else, is refused', async () => {
    const { owner, project } = await startProject();
    const stranger = await ProjectOwner.signIn();
    const foreign = await stranger.draft();
    const status = async (body: object) => {
      const sent = { environment: 'mock', ...body };
      return (await owner.send('POST', `/api/projects/${project.id}/test-runs`, sent)).status;
    };
    expect(await status({ target: { version: 2 } })).toBe(404);
    expect(await status({ target: { version: 1 }, tests: ['unknown'] })).toBe(404);
    expect(await status({ target: { draft: foreign.id } })).toBe(404);
    expect(await status({ target: { version: 1 }, environment: 'live' })).toBe(422);
  });

  test('that is stopped begins no further call, and keeps what it has', async () => {
    const { owner, project } = await startProject();
    await fill(project, 30);
    const app = { ...makeApp(), origin: SITE, nonce: '' };
    const id = project.id;
    const row = await loadProject(env.DB, id);
    if (row === null) throw new Error('The project is there.');
    const caller = await requireUser(app, owner.request());
    if (!caller.ok) throw new Error(caller.reason);
    const found = { project: row, caller: caller.value };
    const run = await findTestRun(app, owner.request(), found, onVersion(1));
    if (!run.ok) throw new Error(run.reason);
    const stop = new AbortController();
    const ran = await runSavedTests(app, run.value, stop.signal, () => stop.abort());
    expect(ran).toBeGreaterThan(0);
    // Those that were on their way come to their end.
    expect(ran).toBeLessThanOrEqual(4);
    expect((await list(owner, project, 1)).results).toHaveLength(ran);
  });

  test('calls the real API with the secrets for tests, which are in nothing that is kept', async () => {
    const { owner, project, draft } = await startProject();
    const key = 'a-key-for-tests-4711';
    const name = draft.secrets[0]?.name ?? '';
    const origins = draft.secrets[0]?.origins ?? [];
    const path = `/api/projects/${project.id}/secrets/test/${name}`;
    await owner.ask('PUT', path, { value: key, origins });
    const checks = [{ path: '$.mocked', is: 'present' as const }];
    await keep(owner, project, { ...PASSING, expect: { outcome: 'success', status: 200, checks } });
    const { results } = await run(owner, project, { ...onVersion(1), environment: 'test' });
    expect(results).toMatchObject([{ environment: 'test', reasons: ['$.mocked is missing.'] }]);
    // The echo answers with what it was sent.
    expect(results[0]?.evidence).toContain('x-key');
    const kept = JSON.stringify(await list(owner, project, 1));
    for (const text of [key, btoa(key)]) expect(kept).not.toContain(text);
  });

  test('leaves out a test that is about the other upstream', async () => {
    const { owner, project } = await startProject();
    await keep(owner, project, { ...PASSING, upstream: 'real' });
    expect((await run(owner, project, onVersion(1))).end).toEqual({ ran: 0, skipped: 0 });
  });
});

describe('the gate', () => {
  test('publishes a version once its tests have passed on the mock upstream', async () => {
    const { owner, project, draft } = await startProject();
    await keep(owner, project, PASSING);
    await keep(owner, project, { ...FAILING, upstream: 'real' });
    await owner.ask('PATCH', `/api/projects/${project.id}`, { isTestGated: true });
    const publish = (version: number) =>
      owner.send('POST', `/api/projects/${project.id}/publication`, { version });
    expect(await problemOf(await publish(1))).toBe('409 tests-not-run');
    await run(owner, project, onVersion(1));
    expect((await publish(1)).status).toBe(200);

    const edited = await owner.edit(draft, rename('echo', 'again'));
    await owner.saveVersion(project, edited, { base: 1 });
    await run(owner, project, onVersion(2));
    const refused = await publish(2);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      type: 'urn:mcp-builder:tests-failed',
      detail: expect.stringContaining('Passed on an earlier version: “Says who answered”.'),
    });
    // What was served before is rolled back to, whatever its tests say now.
    expect((await publish(1)).status).toBe(200);
    await owner.ask('PATCH', `/api/projects/${project.id}`, { isTestGated: false });
    expect((await publish(2)).status).toBe(200);
  });
});

test('the files of a version have the tests of now, and none where there are none', async () => {
  const { owner, project } = await startProject();
  const files = () => owner.ask<DraftFile[]>('GET', `/api/projects/${project.id}/versions/1/files`);
  const before = await files();
  const made = await keep(owner, project, PASSING);
  const after = await files();
  const text = after.find(({ path }) => path === 'tests/saved-tests.ts')?.text;
  expect(text).toContain('Says who answered');
  const described = after.find(({ path }) => path === 'blueprint.json')?.text ?? '';
  expect(JSON.parse(described)).toMatchObject({ tests: [PASSING] });
  await owner.send('DELETE', `${testsOf(project)}/${made.id}`);
  expect(await files()).toEqual(before);
});

test('tests and results go with the account', async () => {
  const { owner, project } = await startProject();
  await keep(owner, project, PASSING);
  await run(owner, project, onVersion(1));
  const rows = async (table: string) => {
    const found = env.DB.prepare(`select count(*) as n from ${table} where project = ?`);
    return found.bind(project.id).first<number>('n');
  };
  expect([await rows('project_tests'), await rows('test_results')]).toEqual([1, 1]);
  await removeProjectsOf(env, owner.account);
  expect([await rows('project_tests'), await rows('test_results')]).toEqual([0, 0]);
});
