import { judge } from '#app/blueprint/readiness/judge.ts';
import type { Check } from '#app/blueprint/readiness/report.ts';
import { showExchange, UNSEEN } from '#app/blueprint/readiness/rule.ts';
import { probe } from '#app/runtime/probe/probe.ts';
import type { ProbeName, ServerEvidence } from '#app/runtime/probe/server-evidence.ts';
import { runConformance } from '#app/tester/checks/conformance/run-conformance.ts';
import type {
  ConformanceProgress,
  ConformanceResult,
} from '#app/tester/checks/conformance/run-conformance.ts';
import { judgeHosts } from '#app/tester/checks/hosts/judge-hosts.ts';
import { MAX_EVIDENCE, MAX_LINE } from '#app/tester/checks/report/checks-report.ts';
import type {
  ChecksReport,
  ConformanceLine,
  ReadinessLine,
} from '#app/tester/checks/report/checks-report.ts';
import { toPublicAddress } from '#app/tester/servers/public-address.ts';

import type { CheckedServer } from './checked-server.ts';
import { createHider } from './hide-values.ts';

/** Requests that no page can send as they are, and the relay does not send for it. */
const NOT_FROM_PAGES: readonly ProbeName[] = [
  'put',
  'originForeign',
  'originOwn',
  'hostForeign',
  'preflight',
  // A page in HTML, as many hosts have it there, is none that the relay passes on.
  'health',
];
/** Their answers are hidden from pages of other origins, which looks like no answer at all. */
const HIDDEN_FROM_PAGES: readonly ProbeName[] = [
  'tokenMissing',
  'tokenStrange',
  'tokenForeign',
  'resourceMetadata',
];
/** Answers that are shown of a check of several. */
const MAX_EXHIBITS = 2;
/** Whoever has the id of a session can go on with it. */
const SESSION = /(mcp-session-id: )\S+/gi;
const UNSEEN_TEXTS = new Set<string>(Object.values(UNSEEN));

type Cut = (text: string, length?: number) => string;

/** Checks a server in every way there is. A failure of the server is a finding; it never rejects. */
export async function runChecks(
  server: CheckedServer,
  signal: AbortSignal,
  onProgress: (progress: ConformanceProgress) => void,
): Promise<ChecksReport> {
  const { fetch, url, headers, mayCall, session } = server;
  const isBlind = session.route === 'direct';
  onProgress({ done: 0, total: 0, title: 'Reading the lists of the server' });
  const omits = [...NOT_FROM_PAGES, ...(isBlind ? HIDDEN_FROM_PAGES : [])];
  const evidence = await probe({ fetch, url, headers, omits, readOnlyCalls: mayCall });
  const target = { fetch, url, headers, setsOrigin: false, isBlind, mayCall };
  const conformance = await runConformance(target, signal, onProgress);
  return toReport(server, evidence, conformance);
}

function toReport(
  server: CheckedServer,
  evidence: ServerEvidence,
  conformance: readonly ConformanceResult[],
): ChecksReport {
  const { name, session } = server;
  const { url: address } = toPublicAddress(server.url);
  const hide = createHider(Object.values(server.headers));
  const cut: Cut = (text, length = MAX_LINE) => {
    const open = text.replaceAll(server.url, address ?? '…').replace(SESSION, '$1…');
    const shown = hide(open);
    return shown.length > length ? `${shown.slice(0, length - 1)}…` : shown;
  };
  const { verdict, reason, score, checks } = judge({ server: evidence });
  const tools = evidence.tools?.tools ?? [];
  return {
    format: 1,
    checkedAt: evidence.checkedAt,
    server: {
      name: cut(session.server.title ?? session.server.name),
      version: cut(session.server.version),
      address,
      revision: cut(session.revision),
      route: session.route,
    },
    conformance: conformance.map((result) => toConformanceLine(result, cut)),
    readiness: {
      verdict,
      reason: cut(reason),
      score,
      lines: checks.map((check) => toReadinessLine(check, cut)),
    },
    hosts: {
      name: cut(name),
      lines: judgeHosts(name, tools).map(({ text, faults, source, ...rest }) => ({
        ...rest,
        ...source,
        text: cut(text),
        faults: faults.map((fault) => cut(fault)),
      })),
    },
  };
}

function toConformanceLine(result: ConformanceResult, cut: Cut): ConformanceLine {
  const { rule, exchanges, text, ...rest } = result;
  const evidence = exchanges.slice(0, MAX_EXHIBITS).map((exchange) => {
    const { sent, got } = showExchange(exchange);
    return { sent: cut(sent, MAX_EVIDENCE), got: cut(got, MAX_EVIDENCE) };
  });
  return { ...rest, text: cut(text), sentence: rule.sentence, url: rule.url, evidence };
}

function toReadinessLine(check: Check, cut: Cut): ReadinessLine {
  const { id, family, title, status, fix } = check;
  const { sent, got, text } = check.evidence;
  const isUnseen = status === 'notApplicable' && UNSEEN_TEXTS.has(text);
  const shown = { sent: cut(sent ?? '', MAX_EVIDENCE), got: cut(got ?? '', MAX_EVIDENCE) };
  return {
    id,
    family,
    title,
    status,
    text: isUnseen ? 'Cannot be known from outside.' : cut(text),
    isUnseen,
    evidence: sent === undefined && got === undefined ? [] : [shown],
    ...(fix === undefined ? {} : { fix: cut(fix.text) }),
  };
}
