import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runConformance } from '#app/tester/checks/conformance/run-conformance.ts';
import type { ConformanceResult } from '#app/tester/checks/conformance/run-conformance.ts';

import { runSuite, type Revision, type SuiteVerdict } from '../../conformance/run-suite.ts';
import { serveHttp, type TestServer } from '../servers/serve-http.ts';
import { startEverything } from '../servers/start-everything.ts';
import { startFixture } from '../servers/start-fixture.ts';
import { manyFaults, withFault } from './broken-servers.ts';
import { serveInProcess, SOUND } from './serve-in-process.ts';

const SUITE_MS = 120_000;

/** Checks that both have: of the official suite by id, and ours. One of ours may be several of theirs. */
const SAME: readonly (readonly [revision: Revision, theirs: RegExp, ours: string])[] = [
  ['2026-07-28', /^sep-2575-server-implements-discover$/, 'modern.discover'],
  ['2026-07-28', /^sep-2575-server-identifies-in-result-meta$/, 'modern.serverInfo'],
  [
    '2026-07-28',
    /^sep-2575-(request-meta-invalid|http-server-meta-invalid)/,
    'modern.metaRequired',
  ],
  ['2026-07-28', /^sep-2575-request-meta-client-info-optional$/, 'modern.clientInfoOptional'],
  ['2026-07-28', /^sep-2575-(http-)?server-unsupported-version/, 'modern.versionUnsupported'],
  ['2026-07-28', /^sep-2575-http-server-header-mismatch-400$/, 'modern.versionHeader'],
  ['2026-07-28', /^sep-2243-server-reject-(invalid-headers|error-code)$/, 'modern.methodHeader'],
  ['2026-07-28', /^sep-2575-http-server-method-not-found-404$/, 'modern.unknownMethod'],
  ['2026-07-28', /^sep-2575-discover-capabilities-match-handlers$/, 'modern.lists'],
  ['2026-07-28', /^sep-2575-server-sends-subscription-ack$/, 'modern.acknowledged'],
  ['2026-07-28', /^sep-2575-http-server-error-jsonrpc-id$/, 'modern.ids'],
  ['2026-07-28', /^sep-2549-(?!caching-connection)/, 'modern.caching'],
  ['2026-07-28', /^sep-2164-/, 'modern.unknownResource'],
  ['2026-07-28', /^tools-name-format$/, 'modern.toolNames'],
  ['2026-07-28', /^tools-list-deterministic-order$/, 'modern.toolOrder'],
  ['2025-11-25', /^server-initialize$/, 'legacy.initialize'],
  ['2025-11-25', /^server-session-id-visible-ascii$/, 'legacy.sessionId'],
  ['2025-11-25', /^server-session-initialized-accepted$/, 'legacy.initialized'],
  ['2025-11-25', /^server-session-terminated-returns-404$/, 'legacy.sessionEnd'],
  ['2025-11-25', /^ping$/, 'legacy.ping'],
  ['2025-11-25', /^(tools|prompts|resources)-list$/, 'legacy.lists'],
  ['2025-11-25', /^tools-name-format$/, 'legacy.toolNames'],
  ['2025-11-25', /^logging-set-level$/, 'legacy.logLevel'],
  ['2025-11-25', /^localhost-host-rebinding-rejected$/, 'legacy.origin'],
];

function judge(url: string): Promise<ConformanceResult[]> {
  const target = { fetch, url, headers: {}, setsOrigin: true, timeoutMs: 3_000 };
  return runConformance(target, new AbortController().signal);
}

/** What the two say differently about the same thing, where both say anything. */
function compare(
  revision: Revision,
  verdicts: readonly SuiteVerdict[],
  results: readonly ConformanceResult[],
): { same: number; different: string[] } {
  const different: string[] = [];
  let same = 0;
  for (const [of, theirs, id] of SAME) {
    const ours = results.find((result) => result.id === id)?.status;
    const judged = verdicts.filter((verdict) => theirs.test(verdict.id));
    const known = judged.filter(({ status }) => status !== 'SKIPPED' && status !== 'INFO');
    if (of !== revision || known.length === 0 || ours === 'notApplicable') continue;
    const passes = known.every(({ status }) => status === 'SUCCESS');
    if (passes === (ours === 'pass')) same += 1;
    else
      different.push(`${id}: ${ours}; ${known.map((each) => `${each.id} ${each.status}`).join()}`);
  }
  return { same, different };
}

function startBroken(): Promise<TestServer> {
  return serveHttp(withFault(serveInProcess(SOUND, '127.0.0.1'), manyFaults));
}

const SERVERS: readonly (readonly [string, () => Promise<TestServer>, Revision[], string[]])[] = [
  ['our fixture', startFixture, ['2026-07-28', '2025-11-25'], []],
  [
    'the reference server',
    startEverything,
    ['2025-11-25'],
    [
      'modern.discover: warn',
      'legacy.unknownTool: warn',
      'legacy.unknownCursor: warn',
      'legacy.sessionEnd: fail',
      'legacy.origin: fail',
    ],
  ],
  [
    'a server with many faults',
    startBroken,
    ['2026-07-28'],
    [
      'modern.caching: fail',
      'modern.unknownMethod: fail',
      'modern.unknownResource: fail',
      'legacy.unknownMethod: fail',
      'legacy.unknownResource: warn',
    ],
  ],
];

describe.each(SERVERS)('%s', (_, start, revisions, expected) => {
  let server: TestServer;
  let results: ConformanceResult[];
  beforeAll(async () => {
    server = await start();
    results = await judge(server.url);
  });
  afterAll(() => server.stop());

  test('is judged as it is', () => {
    const found = results.filter(({ status }) => status === 'fail' || status === 'warn');
    const lines = found.map(({ id, status }) => `${id}: ${status}`);
    expect(lines.toSorted()).toEqual(expected.toSorted());
  });

  test.each(revisions)(
    'is judged as by the official suite, %s',
    async (revision) => {
      const { verdicts, output } = await runSuite(server.url, revision);
      const { same, different } = compare(revision, verdicts, results);
      expect(different, output).toEqual([]);
      expect(same).toBeGreaterThan(revision === '2026-07-28' ? 13 : 6);
    },
    SUITE_MS,
  );
});
