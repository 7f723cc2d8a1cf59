import { afterAll, beforeAll, expect, test } from 'vitest';

import { createConnection } from '#app/mcp-client/create-connection.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';
import { ChecksReport } from '#app/tester/checks/report/checks-report.ts';
import { toMarkdown } from '#app/tester/checks/report/to-markdown.ts';
import { toCheckedServer } from '#app/tester/checks/run/checked-server.ts';
import { runChecks } from '#app/tester/checks/run/run-checks.ts';

import { makeTarget } from '../../mcp-client/make-target.ts';
import { serveHttp, type TestServer } from '../servers/serve-http.ts';
import { startEverything } from '../servers/start-everything.ts';
import { withFault } from './broken-servers.ts';
import { serveInProcess, SOUND } from './serve-in-process.ts';

const TOKEN = 'a-token-of-the-server';
const KEY = 'a key “of” the server';

let everything: TestServer;
let ours: TestServer;
const called: string[] = [];
beforeAll(async () => {
  everything = await startEverything();
  // It repeats what proves who calls in every error, as careless servers do.
  const answer = withFault(serveInProcess(SOUND, '127.0.0.1'), ({ request, method, params }) => {
    const { name } = params;
    if (method === 'tools/call' && typeof name === 'string') called.push(name);
    const proof = `${request.headers.get('authorization')} ${request.headers.get('x-key')}`;
    if (request.headers.get('authorization') !== `Bearer ${TOKEN}`) {
      return new Response(`Not you: ${proof}`, { status: 401 });
    }
    if (method !== 'checks/no-such-method') return null;
    return Response.json({ error: { code: 1, message: proof } }, { status: 500 });
  });
  ours = await serveHttp(answer);
});
afterAll(() => Promise.all([everything.stop(), ours.stop()]));

async function check(target: ServerTarget, mayCall: readonly string[]): Promise<ChecksReport> {
  const connection = createConnection(target);
  const connected = await connection.connect();
  if (!connected.ok) throw new Error(connected.message);
  const refusals: string[] = [];
  const asks = { direct: fetch, relay: fetch };
  const server = toCheckedServer(connection, connected.value, asks, (words) =>
    refusals.push(words),
  );
  const progress: number[] = [];
  const report = await runChecks({ ...server, mayCall }, new AbortController().signal, ({ done }) =>
    progress.push(done),
  );
  expect(progress.at(-1)).toBe(report.conformance.length - 1);
  expect(refusals).toEqual([]);
  await connection.close();
  return report;
}

test('a report of the reference server holds what each part found', async () => {
  const report = ChecksReport.parse(await check(makeTarget(everything.url, { name: 'ref' }), []));
  expect(report.server).toMatchObject({ address: everything.url, revision: '2025-11-25' });
  const found = report.conformance.filter(({ status }) => status === 'fail');
  expect(found.map(({ id }) => id)).toEqual(['legacy.sessionEnd']);
  expect(found[0]?.evidence[0]?.sent).toContain('DELETE');
  const unseen = report.readiness.lines.filter(({ isUnseen }) => isUnseen);
  expect(unseen.length).toBeGreaterThan(30);
  expect(unseen.every(({ text }) => text === 'Cannot be known from outside.')).toBe(true);
  // No tool was called, since nobody agreed.
  const calls = report.readiness.lines.filter(({ id }) => id === 'tools.badArguments');
  expect(calls.map(({ status }) => status)).not.toContain('fail');
  expect(report.hosts.lines.filter(({ host }) => host === 'vscode').length).toBe(4);
});

test('nothing that proves who calls is in a report, and only what was agreed to is called', async () => {
  const target = makeTarget(`${ours.url}?api_key=of-the-address-123`, {
    auth: { kind: 'bearer', token: TOKEN },
    headers: [{ name: 'X-Key', value: encodeURIComponent(KEY) }],
  });
  const report = ChecksReport.parse(await check(target, ['get_word', 'set_word']));
  const text = JSON.stringify(report) + toMarkdown(report);
  expect(text).toContain('authorization: …');
  expect(text).toContain('mcp-session-id: …');
  const secrets = [TOKEN, KEY, encodeURIComponent(KEY), 'of-the-address-123'];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  // D1 takes rows of 2 MB.
  expect(text.length).toBeLessThan(600_000);
  expect(report.server.address).toBe(ours.url);
  expect(called).toContain('get_word');
  expect(called).not.toContain('set_word');
  expect(called).not.toContain('get_time');
});

test('the document names each line, and the server’s words are no markup in it', async () => {
  const report = await check(makeTarget(everything.url), []);
  const hostile = '](https://evil.example) <img src=x> # `code`\n\n## Heading';
  const text = toMarkdown({ ...report, server: { ...report.server, name: hostile } });
  const [title, ...rest] = text.split('\n');
  expect(title).toBe(
    String.raw`# Checks of \]\(https://evil.example\) \<img src=x\> \# \`code\` \#\# Heading`,
  );
  expect(rest.filter((line) => line.startsWith('## '))).toEqual([
    '## Conformance',
    '## Readiness',
    '## Hosts',
  ]);
  const ids = report.conformance.map(({ id }) => id);
  expect(ids.filter((id) => !text.includes(`\`${id}\``))).toEqual([]);
});
