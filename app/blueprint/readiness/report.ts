import type { EditNamed } from '#app/blueprint/edit.ts';
import { Verdict } from '#app/platform/verdict.ts';

/** Groups of checks, in the order in which a report shows them. */
export const FAMILIES = [
  'protocol',
  'transport',
  'auth',
  'tools',
  'upstream',
  'security',
  'ops',
] as const;
export type Family = (typeof FAMILIES)[number];

/** `notApplicable`: there was nothing to examine, and the evidence says why. */
export type CheckStatus = 'pass' | 'warn' | 'fail' | 'notApplicable';

/** Basis of a verdict. */
export interface CheckEvidence {
  /** The request, as text. */
  sent?: string;
  /** The response, or the relevant part of the blueprint or the files. */
  got?: string;
  /** The lines that `got` only counts: for models, not for screens. */
  rest?: string[];
  /** One or two sentences. */
  text: string;
}

/** Edits that fixes consist of; the screen can undo each of them. */
export type FixEdit = EditNamed<
  | 'setIdentity'
  | 'setPolicies'
  | 'renameTool'
  | 'describeTool'
  | 'selectTools'
  | 'setAnnotations'
  | 'boundArgument'
  | 'setUpstream'
>;

/** The part of a server where people put something right by hand. */
export type FixPlace =
  /** One tool, or the list of all. */
  | { tab: 'tools'; tool?: string }
  | { tab: 'files'; file: string }
  /** Addresses, credentials and connections of the APIs. */
  | { tab: 'setup' };

/** How to fix a check that did not pass. */
export interface CheckFix {
  text: string;
  /** Edits of the blueprint that fix it, at most {@link MAX_FIX_EDITS}; more may be needed afterwards. */
  edits?: FixEdit[];
  /** Label of the edits, where they decide something: "Keep the 12 most useful tools". */
  label?: string;
  /** Absent: the description of the server holds nothing that would fix it. */
  place?: FixPlace;
  /** If the check counted faults: how many the edits fix, and how many there are. */
  reach?: { fixed: number; faults: number };
}

export interface Check {
  /** `<family>.<name>`. */
  id: string;
  family: Family;
  /** Statement that holds when it passes. */
  title: string;
  status: CheckStatus;
  /** Importance from 1 to 5. */
  weight: number;
  /** While it fails, nobody can use the server. */
  blocks?: true;
  evidence: CheckEvidence;
  /** Only if it did not pass. */
  fix?: CheckFix;
}

/** A list of checks with evidence, what they decide together, and their score. */
export interface Report {
  /** Whether the server may go to production. */
  verdict: Verdict;
  /** The reason for it, in one sentence. */
  reason: string;
  /** 0 to 100, at most 74 while a check of weight 5 fails; null for a server that nobody can use. */
  score: number | null;
  /** Weights of passed checks plus half the weights of warnings. */
  points: number;
  /** Weights of all checks that had evidence. */
  possible: number;
  checks: Check[];
  /** ISO 8601. */
  checkedAt: string;
}

/** A report as screens get it: of many faults the first ones. */
export function toShownReport(report: Report): Report {
  const checks = report.checks.map((check): Check => {
    const { rest: _rest, ...evidence } = check.evidence;
    return { ...check, evidence };
  });
  return { ...report, checks };
}

/**
 * Tells a report by its verdict, its score and its checks; what they found is as the checks of this build wrote
 * it. Reports of before there were verdicts are none: they are made anew.
 */
export function isReport(value: unknown): value is Report {
  if (typeof value !== 'object' || value === null || !('checks' in value)) return false;
  if (!('verdict' in value && Verdict.safeParse(value.verdict).success)) return false;
  const hasScore = 'score' in value && (value.score === null || typeof value.score === 'number');
  return hasScore && Array.isArray(value.checks) && value.checks.every(isCheck);
}

function isCheck(value: unknown): value is Check {
  if (typeof value !== 'object' || value === null) return false;
  return 'id' in value && 'family' in value && 'status' in value && 'evidence' in value;
}

/** Edits sent at once; a fix of a thousand tools takes more than one click. */
export const MAX_FIX_EDITS = 200;
