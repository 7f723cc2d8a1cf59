import type { ProbeAddress } from '#app/runtime/probe/probe-messages.ts';
import type { Exchange } from '#app/runtime/probe/server-evidence.ts';

import { callChecks } from './call-checks.ts';
import type {
  Area,
  CheckEra,
  ConformanceCheck,
  CheckFinding,
  SpecRule,
} from './conformance-check.ts';
import { errorChecks } from './error-checks.ts';
import { breaks, describeAnswer, unknown } from './findings.ts';
import { handshakeChecks } from './handshake-checks.ts';
import { headerChecks } from './header-checks.ts';
import { listChecks } from './list-checks.ts';
import { messageChecks } from './message-checks.ts';
import { noticeChecks } from './notice-checks.ts';
import { sessionChecks } from './session-checks.ts';
import { Subject } from './subject.ts';
import type { Transport } from './subject.ts';
import { transportChecks } from './transport-checks.ts';

/** Every check; those that look at everything that was seen come last. */
export const CONFORMANCE_CHECKS: readonly ConformanceCheck[] = [
  ...handshakeChecks,
  ...headerChecks,
  ...listChecks,
  ...errorChecks,
  ...noticeChecks,
  ...callChecks,
  ...sessionChecks,
  ...messageChecks,
  ...transportChecks,
];

const REQUEST_TIMEOUT_MS = 10_000;

/** A server of any origin, and how it is asked. */
export interface ConformanceTarget {
  /** Asks it directly or through a relay. */
  fetch: (request: Request) => Promise<Response>;
  url: string;
  /** Sent with every request. */
  headers: { [name: string]: string };
  /** Whether `fetch` lets a given `Origin` pass; a browser does not. */
  setsOrigin: boolean;
  /** Whether answers may be there that `fetch` does not show, because a page of another origin may not read them. */
  isBlind?: boolean;
  /** Names of read-only tools that the user agreed to call. */
  mayCall?: readonly string[];
  /** Ids of checks; absent: all. */
  only?: readonly string[];
  timeoutMs?: number;
}

export interface ConformanceResult {
  id: string;
  era: CheckEra;
  area: Area;
  level: 'must' | 'should';
  title: string;
  status: 'pass' | 'fail' | 'warn' | 'notApplicable';
  /** One or two sentences: the answer that was examined, and the fault in it. */
  text: string;
  rule: SpecRule;
  /** Only if it did not pass. */
  fix?: string;
  exchanges: readonly Exchange[];
}

export interface ConformanceProgress {
  done: number;
  total: number;
  title: string;
}

/**
 * Asks a server of both eras, one check after the other. Nothing that changes data is called. Never rejects: a
 * failure is a finding; ends early where the signal says so, with what was found until then.
 */
export async function runConformance(
  target: ConformanceTarget,
  signal: AbortSignal,
  onProgress: (progress: ConformanceProgress) => void = () => {},
): Promise<ConformanceResult[]> {
  const transport = toTransport(target, signal);
  const modern = await Subject.meet('modern', transport);
  const legacy = await Subject.meet('legacy', transport);
  const { only } = target;
  const checks = CONFORMANCE_CHECKS.filter(({ id }) => only === undefined || only.includes(id));
  const results: ConformanceResult[] = [];
  for (const check of checks) {
    if (signal.aborted) break;
    onProgress({ done: results.length, total: checks.length, title: check.title });
    const [subject, other] = check.era === 'modern' ? [modern, legacy] : [legacy, modern];
    const result = await judgeOne(check, subject, other.isSpoken);
    results.push(target.isBlind === true ? withoutUnread(result) : result);
  }
  await legacy.leave();
  return results;
}

function toTransport(target: ConformanceTarget, signal: AbortSignal): Transport {
  const { fetch, url, headers, setsOrigin, mayCall = [], timeoutMs = REQUEST_TIMEOUT_MS } = target;
  const lower = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const address: ProbeAddress = { url, headers: Object.fromEntries(lower) };
  return { line: { fetch, timeoutMs, signal }, address, setsOrigin, mayCall: new Set(mayCall) };
}

async function judgeOne(
  check: ConformanceCheck,
  subject: Subject,
  isOtherSpoken: boolean,
): Promise<ConformanceResult> {
  if (subject.isSpoken) return toResult(check, await check.judge(subject));
  const answer = describeAnswer(subject.hello);
  const isGreeting = check.id === 'modern.discover' || check.id === 'legacy.initialize';
  if (!isGreeting) {
    return toResult(check, unknown(`The server does not speak this revision: ${answer}.`));
  }
  const result = toResult(check, breaks(`It was answered by ${answer}.`, subject.hello));
  // One of the two is enough to be a server.
  return isOtherSpoken ? { ...result, status: 'warn' } : result;
}

/** A page that may not read an answer has found nothing. */
function withoutUnread(result: ConformanceResult): ConformanceResult {
  const isUnread = result.exchanges.some(({ got }) => got === null);
  if (result.fix === undefined || !isUnread) return result;
  const { fix: _, ...rest } = result;
  const text = 'A page may not read this answer: connect through the relay to check it.';
  return { ...rest, status: 'notApplicable', text };
}

function toResult(
  check: ConformanceCheck,
  { holds, text, exchanges }: CheckFinding,
): ConformanceResult {
  const { id, era, area, level, title, rule, fix } = check;
  const broken = level === 'must' ? 'fail' : 'warn';
  const status = holds === null ? 'notApplicable' : holds ? 'pass' : broken;
  const base = { id, era, area, level, title, status, text, rule, exchanges } as const;
  return holds === false ? { ...base, fix } : base;
}
