import { answerSizeRule } from './answer-size.ts';
import { codeRunsRule } from './code-runs.ts';
import { exampleRules } from './examples.ts';
import { keptFieldsRule } from './kept-fields.ts';
import { namedParametersRule } from './named-parameters.ts';
import { callRules } from './tool-calls.ts';
import { hintRules } from './tool-hints.ts';
import { schemaRules } from './tool-schemas.ts';
import { textRules } from './tool-texts.ts';

import { servedRules } from './served-parts.ts';
import type { CheckRule } from './rule.ts';

/** Checks of tools: what models and people see of them, and how calls of them end. */
export const toolRules: CheckRule[] = [
  ...servedRules,
  ...textRules,
  ...hintRules,
  ...schemaRules,
  namedParametersRule,
  // A call that answers without its fields does not work, whatever else does.
  { ...keptFieldsRule, weight: 5 },
  ...exampleRules,
  codeRunsRule,
  answerSizeRule,
  ...callRules,
];
