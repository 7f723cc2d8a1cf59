import { expect, test } from 'vitest';

import { findTool } from '#app/builder/tools/builder-tools.ts';
import { refuseCall } from '#app/builder/tools/refuse-call.ts';

function refuse(tool: string, input: object): string | null {
  const call = findTool(tool)?.accept(input);
  if (!call?.ok) throw new Error(`${tool} takes no such input.`);
  return refuseCall(call.value);
}

const SECRET = 'ghp_q7Zk2LmX9vB4tR8wY1nP5cD3fG6hJ0aSwEbK';

test.each([
  // Its arguments reach code and requests, although nothing of the draft is changed.
  ['run_tool', { name: 'get_user', arguments: { id: SECRET } }],
  ['add_example', { tool: 'get_user', arguments: { id: SECRET } }],
  ['set_identity', { instructions: `Use ${SECRET}` }],
])('a credential in a call of %s is refused', (tool, input) => {
  expect(refuse(tool, input)).toContain('Values of credentials are set by the person');
});

test.each([
  ['propose_plan', { goal: SECRET, steps: ['One'] }],
  ['ask_user', { question: SECRET, choices: [] }],
  ['read_file', { path: SECRET }],
  // Documents hold examples, which its import looks at.
  ['import_document', { text: SECRET }],
])('a credential in a call of %s gets nowhere', (tool, input) => {
  expect(refuse(tool, input)).toBeNull();
});

test('characters that people do not see are refused', () => {
  expect(refuse('set_identity', { description: 'Fine\u{E0069}\u{E006E}' })).toContain('do not see');
});
