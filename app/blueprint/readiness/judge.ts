import { authRules } from './auth.ts';
import { decideVerdict, describeVerdict } from './describe-verdict.ts';
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
  const verdict = decideVerdict(checks);
  const reason = describeVerdict(checks, verdict);
  return { verdict, reason, ...toScore(checks, verdict), checks, checkedAt };
}

function toCheck(rule: CheckRule, facts: Facts): Check {
  const { id, family, title, weight } = rule;
  const { status, edits, repairs, label, place, blocks, ...evidence } = rule.judge(facts);
  const check: Check = { id, family, title, status, weight, evidence };
  if (status === 'pass' || status === 'notApplicable') return check;
  if (status === 'fail' && (blocks ?? rule.blocks) === true) check.blocks = true;
  // Without a blueprint there is nothing to edit and nowhere to go: the fix is text only.
  if (facts.blueprint === null) return { ...check, fix: { text: rule.fix } };
  const where = place ?? rule.place;
  const found = { text: rule.fix, ...(where === undefined ? {} : { place: where }) };
  const { taken, fixed } = takeRepairs(repairs ?? (edits ?? []).map((edit) => [edit]));
  if (taken.length === 0) return { ...check, fix: found };
  const reach = repairs === undefined ? {} : { reach: { fixed, faults: repairs.length } };
  const named = label === undefined ? {} : { label };
  return { ...check, fix: { ...found, edits: taken, ...named, ...reach } };
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
