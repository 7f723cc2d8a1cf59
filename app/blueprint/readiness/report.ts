import type { EditNamed } from '#app/blueprint/edit.ts';

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

/** `notApplicable`: nothing was there to look at, and the evidence says why. */
export type CheckStatus = 'pass' | 'warn' | 'fail' | 'notApplicable';

/** What was looked at. */
export interface CheckEvidence {
  /** The request, as text. */
  sent?: string;
  /** What came back, or what stands in the blueprint or the files. */
  got?: string;
  /** One or two sentences. */
  text: string;
}

/** The edits that fixes are made of; the screen can take each of them back. */
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

/** How to put right what did not pass. */
export interface CheckFix {
  text: string;
  /** Edits of the blueprint that do it, at most {@link MAX_FIX_EDITS}; more may be left after them. */
  edits?: FixEdit[];
  /** Where the check counted faults: how many the edits put right, of how many. */
  reach?: { fixed: number; faults: number };
}

export interface Check {
  /** `<family>.<what>`. */
  id: string;
  family: Family;
  /** What is so when it passes. */
  title: string;
  status: CheckStatus;
  /** 1 to 5: how much it counts. */
  weight: number;
  evidence: CheckEvidence;
  /** Only where it did not pass. */
  fix?: CheckFix;
}

/** A list of checks with evidence, and the score that they add up to. */
export interface Report {
  /** 0 to 100; null where no check had anything to look at. */
  score: number | null;
  /** `A` from 90, `B` from 75, `C` from 60, `D` below; at most `C` while a check of weight 5 fails. */
  grade: 'A' | 'B' | 'C' | 'D' | null;
  /** Weights of what passed, and half the weights of what warned. */
  points: number;
  /** Weights of all checks that had evidence. */
  possible: number;
  checks: Check[];
  /** ISO 8601. */
  checkedAt: string;
}

/** So many edits are sent at once; a fix of a thousand tools takes more than one click. */
export const MAX_FIX_EDITS = 200;
