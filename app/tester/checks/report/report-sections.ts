import type { Family } from '#app/blueprint/readiness/report.ts';
import { verdictWords } from '#app/platform/verdict.ts';
import { AREAS } from '#app/tester/checks/conformance/conformance-check.ts';
import { HOSTS } from '#app/tester/checks/hosts/host-rule.ts';

import type {
  ChecksReport,
  ConformanceLine,
  HostLine,
  LineStatus,
  ReadinessLine,
} from './checks-report.ts';

/** Names of the families, as people call them. */
const FAMILY_NAMES: Record<Family, string> = {
  protocol: 'Protocol',
  transport: 'Transport',
  auth: 'Who may call',
  tools: 'Tools',
  upstream: 'Calls to the API',
  security: 'Security',
  ops: 'Running it',
};

export const STATUS_NAMES: Record<LineStatus, string> = {
  fail: 'fail',
  warn: 'warn',
  pass: 'pass',
  notApplicable: 'not applicable',
};

/** Lines that need attention come first. */
const ORDER: readonly LineStatus[] = ['fail', 'warn', 'pass', 'notApplicable'];

/** One line of a report, whichever part it is of. */
export interface ReportLine {
  id: string;
  title: string;
  status: LineStatus;
  text: string;
  fix: string | null;
  /** Of the specification or the host, word for word. */
  quote: string | null;
  url: string | null;
  /** Of the quote, `YYYY-MM-DD`. */
  date: string | null;
  /** A word about it: the revision, or that it is a suggestion only. */
  note: string | null;
  faults: readonly string[];
  evidence: readonly { sent: string; got: string }[];
}

export interface ReportGroup {
  title: string;
  lines: readonly ReportLine[];
}

export interface ReportSection {
  id: 'conformance' | 'readiness' | 'hosts';
  title: string;
  /** One sentence. */
  summary: string;
  groups: readonly ReportGroup[];
}

/** A report as it is read: three parts, each in groups, the worst first. */
export function toSections({ conformance, readiness, hosts }: ChecksReport): ReportSection[] {
  return [
    {
      id: 'conformance',
      title: 'Conformance',
      summary: 'The rules of the protocol that can be tested from outside, in both revisions.',
      groups: groupBy(conformance, ({ area }) => AREAS[area], ofConformance),
    },
    {
      id: 'readiness',
      title: 'Readiness',
      summary: `${verdictWords(readiness.verdict)}${
        readiness.score === null ? '' : `, score ${readiness.score}`
      }. ${readiness.reason} What cannot be known from outside counts for nothing.`,
      groups: groupBy(
        readiness.lines,
        ({ family, isUnseen }) =>
          isUnseen ? 'Cannot be known from outside' : FAMILY_NAMES[family],
        ofReadiness,
      ),
    },
    {
      id: 'hosts',
      title: 'Hosts',
      summary: `Limits of programs that people add servers to, for a server called “${hosts.name}”. Each names where it was read, and when.`,
      groups: groupBy(hosts.lines, ({ host }) => HOSTS[host], ofHost),
    },
  ];
}

function groupBy<Line extends { status: LineStatus }>(
  lines: readonly Line[],
  nameOf: (line: Line) => string,
  toLine: (line: Line) => ReportLine,
): ReportGroup[] {
  const groups = [...Map.groupBy(lines, nameOf)].map(([title, own]) => ({
    title,
    lines: own.map(toLine).toSorted((a, b) => rankOf(a) - rankOf(b)),
  }));
  return groups.toSorted((a, b) => rankOf(a.lines[0]) - rankOf(b.lines[0]));
}

function rankOf(line: ReportLine | undefined): number {
  return line === undefined ? ORDER.length : ORDER.indexOf(line.status);
}

const PLAIN: Pick<ReportLine, 'quote' | 'url' | 'date' | 'note' | 'faults' | 'evidence'> = {
  quote: null,
  url: null,
  date: null,
  note: null,
  faults: [],
  evidence: [],
};

function ofConformance(line: ConformanceLine): ReportLine {
  const { id, title, status, text, fix = null, sentence, url, evidence, era } = line;
  const note = era === 'modern' ? '2026-07-28' : '2025-11-25 and before';
  return { ...PLAIN, id, title, status, text, fix, quote: sentence, url, note, evidence };
}

function ofReadiness(line: ReadinessLine): ReportLine {
  const { id, title, status, text, fix = null, evidence } = line;
  return { ...PLAIN, id, title, status, text, fix, evidence };
}

function ofHost(line: HostLine): ReportLine {
  const { id, title, status, text, fix = null, quote, url, date, faults } = line;
  return { ...PLAIN, id, title, status, text, fix, quote, url, date, faults };
}
