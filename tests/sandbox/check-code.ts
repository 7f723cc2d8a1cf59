import { text } from 'node:stream/consumers';

import { stripTypes } from '#app/blueprint/generate/strip-types.ts';
import { findForbiddenCode } from '#app/sandbox/find-forbidden-code.ts';
import { findModuleProblems } from '#app/sandbox/find-module-problems.ts';
import { guardLoops } from '#app/sandbox/loop-guard.ts';

/** All that reads the code of a tool before it runs. Run in a process that can be ended. */
const source = await text(process.stdin);
const problems = [...findModuleProblems(source), ...findForbiddenCode(source)];
const stripped = stripTypes('tool.ts', source);
try {
  if (stripped.ok) guardLoops(stripped.value, './loop-budget.js');
} catch (error) {
  if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error;
}
process.stdout.write(JSON.stringify(problems));
