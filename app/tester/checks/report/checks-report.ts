import * as z from 'zod/mini';

import { FAMILIES } from '#app/blueprint/readiness/report.ts';
import { Verdict } from '#app/platform/verdict.ts';
import { AREAS, type Area } from '#app/tester/checks/conformance/conformance-check.ts';
import { HOSTS, type HostId } from '#app/tester/checks/hosts/host-rule.ts';

/** Characters of a text in a report, and of one piece of evidence. */
export const MAX_LINE = 600;
export const MAX_EVIDENCE = 1_500;

const Line = z.string().check(z.maxLength(2_000));
const Exhibit = z.string().check(z.maxLength(MAX_EVIDENCE));
const Address = z.string().check(
  z.maxLength(2_000),
  z.regex(/^https?:\/\//),
  z.refine((address) => URL.canParse(address)),
);
const Status = z.enum(['pass', 'warn', 'fail', 'notApplicable']);
export type LineStatus = z.infer<typeof Status>;

/** A request and what came back. */
const Evidence = z.strictObject({ sent: Exhibit, got: Exhibit });

/** The finding of one check. */
const Found = {
  id: z.string().check(z.regex(/^[a-z]+\.[A-Za-z]+$/), z.maxLength(60)),
  title: Line,
  status: Status,
  text: Line,
  fix: z.optional(Line),
};

const ConformanceLine = z.strictObject({
  ...Found,
  era: z.enum(['modern', 'legacy']),
  area: z.enum(Object.keys(AREAS) as [Area, ...Area[]]),
  level: z.enum(['must', 'should']),
  /** Of the specification, word for word. */
  sentence: Line,
  url: Address,
  evidence: z.array(Evidence).check(z.maxLength(3)),
});
export type ConformanceLine = z.infer<typeof ConformanceLine>;

const ReadinessLine = z.strictObject({
  ...Found,
  family: z.enum(FAMILIES),
  /** It needs more than a running server shows. */
  isUnseen: z.boolean(),
  evidence: z.array(Evidence).check(z.maxLength(1)),
});
export type ReadinessLine = z.infer<typeof ReadinessLine>;

const HostLine = z.strictObject({
  ...Found,
  host: z.enum(Object.keys(HOSTS) as [HostId, ...HostId[]]),
  faults: z.array(Line).check(z.maxLength(12)),
  /** Where the limit was read, word for word. */
  quote: Line,
  url: Address,
  date: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
});
export type HostLine = z.infer<typeof HostLine>;

/** A server as a report names it: nothing of it is secret. */
const CheckedServer = z.strictObject({
  name: Line,
  version: Line,
  /** Null where it is a credential by itself. */
  address: z.nullable(Address),
  revision: Line,
  route: z.enum(['direct', 'relay']),
});

/** Everything that the checks of a server found. */
export const ChecksReport = z.strictObject({
  format: z.literal(1),
  /** ISO 8601. */
  checkedAt: z.iso.datetime(),
  server: CheckedServer,
  conformance: z.array(ConformanceLine).check(z.maxLength(150)),
  readiness: z.strictObject({
    verdict: Verdict,
    reason: Line,
    score: z.nullable(z.number()),
    lines: z.array(ReadinessLine).check(z.maxLength(200)),
  }),
  /** `name` is the one that a person gives the server. */
  hosts: z.strictObject({ name: Line, lines: z.array(HostLine).check(z.maxLength(60)) }),
});
export type ChecksReport = z.infer<typeof ChecksReport>;

/** A report that has a public link. */
export const LinkedReport = z.object({
  id: z.string(),
  report: ChecksReport,
  /** ISO 8601. */
  expiresAt: z.string(),
  /** Whether who asks may delete it. */
  isOwn: z.boolean(),
});
export type LinkedReport = z.infer<typeof LinkedReport>;

/** How many lines came out how. */
export function countStatuses(
  lines: readonly { status: LineStatus }[],
): Record<LineStatus, number> {
  const counts = { pass: 0, warn: 0, fail: 0, notApplicable: 0 };
  for (const { status } of lines) counts[status] += 1;
  return counts;
}
