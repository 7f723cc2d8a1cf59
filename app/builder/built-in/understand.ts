import type { Outcome } from './outcome.ts';
import { addArgumentRules } from './requests/add-arguments.ts';
import { addTool } from './requests/add-tool.ts';
import { authenticationRules } from './requests/authentication.ts';
import { callRules } from './requests/call-tool.ts';
import { confirmRules } from './requests/confirm-tools.ts';
import { argumentRules } from './requests/edit-arguments.ts';
import { toolFirstRules, toolRules } from './requests/edit-tools.ts';
import { importRules } from './requests/imports.ts';
import { keepRules } from './requests/keep-properties.ts';
import { nameRule, questionRules } from './requests/questions.ts';
import { reportRules } from './requests/report.ts';
import { restoreRules } from './requests/restore-points.ts';
import type { Rule } from './requests/rule.ts';
import { nameItRule, serverRules } from './requests/server-parts.ts';
import { headingRule, statedEndpoint } from './requests/stated-endpoint.ts';
import { takeLead } from './requests/take-tools.ts';
import { talkRules } from './requests/talk.ts';
import { templateRules } from './requests/templates.ts';
import { toolRequestRules } from './requests/tool-request.ts';
import { toolTextRules } from './requests/tool-texts.ts';
import { useServerRules } from './requests/use-server.ts';
import type { Scope } from './scope.ts';
import type { Token } from './words/tokens.ts';

/** The first that makes sense of a sentence has it: what is special comes before what is general. */
const RULES: readonly Rule[] = [
  ...talkRules,
  ...restoreRules,
  ...useServerRules,
  ...reportRules,
  ...questionRules,
  ...authenticationRules,
  ...serverRules,
  ...confirmRules,
  ...toolRequestRules,
  ...toolFirstRules,
  ...callRules,
  addTool,
  ...importRules,
  ...keepRules,
  ...addArgumentRules,
  ...argumentRules,
  ...toolTextRules,
  ...toolRules,
  nameItRule,
  nameRule,
  ...templateRules,
  statedEndpoint,
  headingRule,
];

/** Longer sentences are no request. */
const MAX_TOKENS = 160;

/** What a sentence asks for; null where it is not understood. */
export function understand(clause: readonly Token[], scope: Scope): Outcome | null {
  if (clause.length > MAX_TOKENS) return null;
  const outcome = applyRules(clause, scope);
  if (outcome) return outcome;
  // "In get_user, …" and "get_user: …" say what the rest is about.
  const { name, rest } = takeLead(clause, scope);
  return name === null ? null : applyRules(rest, { ...scope, subject: [name] });
}

function applyRules(clause: readonly Token[], scope: Scope): Outcome | null {
  for (const rule of RULES) {
    const outcome = rule(clause, scope);
    if (outcome) return outcome;
  }
  return null;
}
