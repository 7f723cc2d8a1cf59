import { authRules } from './auth.ts';
import { describeVerdict } from './describe-verdict.ts';
import { toFacts } from './facts.ts';
import type { Evidence, Facts } from './facts.ts';
import { opsRules } from './ops.ts';
import { protocolRules } from './protocol.ts';
import { MAX_FIX_EDITS } from './report.ts';
import type { Check, FixEdit, Report } from './report.ts';
import type { CheckRule } from './rule.ts';
import { toScore } from './score.ts';
import { securityRules } from './security.ts';
import { toolRules } from './tools.ts';
import { transportRules } from './transport.ts';
import { trialRules } from './upstream-trials.ts';
import { upstreamRules } from './upstream.ts';

const RULES: readonly CheckRule[] = [
  ...protocolRules,
  ...transportRules,
  ...authRules,
  ...toolRules,
  ...upstreamRules,
  ...trialRules,
  ...securityRules,
  ...opsRules,
];

/**
 * Judges the evidence about a server: its blueprint, its generated files, and a probe of it running. Pure. A
 * check without evidence does not apply and counts for nothing.
 */
export function judge(evidence: Evidence): Report {
  const facts = toFacts(evidence);
  const checks = RULES.map((rule) => toCheck(rule, facts));
  const checkedAt = evidence.checkedAt ?? evidence.server?.checkedAt ?? new Date().toISOString();
  const score = toScore(checks);
  return { ...score, verdict: describeVerdict(checks, score), checks, checkedAt };
}

function toCheck(
  { id, family, title, weight, fix, judge: decide }: CheckRule,
  facts: Facts,
): Check {
  const { status, edits = [], repairs, ...evidence } = decide(facts);
  const check: Check = { id, family, title, status, weight, evidence };
  if (status === 'pass' || status === 'notApplicable') return check;
  const { taken, fixed } = takeRepairs(repairs ?? edits.map((edit) => [edit]));
  // Edits need a blueprint: without one, the fix is text only.
  if (facts.blueprint === null || taken.length === 0) return { ...check, fix: { text: fix } };
  const reach = repairs === undefined ? {} : { reach: { fixed, faults: repairs.length } };
  return { ...check, fix: { text: fix, edits: taken, ...reach } };
}

/**
 * As many edits as can be sent at once, fault by fault: each is fixed completely, and one that needs more
 * edits than are left is skipped.
 */
function takeRepairs(repairs: readonly FixEdit[][]): { taken: FixEdit[]; fixed: number } {
  const taken: FixEdit[] = [];
  let fixed = 0;
  for (const edits of repairs) {
    if (edits.length === 0 || taken.length + edits.length > MAX_FIX_EDITS) continue;
    taken.push(...edits);
    fixed += 1;
  }
  return { taken, fixed };
}
