import type { Blueprint } from '#app/blueprint/blueprint.ts';

const MOST = 3;

/** Prompts to start an empty draft with; the built-in builder understands each of them. */
const FIRST = [
  'Add a tool that gets https://api.example.com/users/{id} and returns name and email',
  'Start with the Weather template',
  'curl "https://api.example.com/orders?status=open" -H "Authorization: Bearer TOKEN"',
];

/** Requests that fit a draft and that every builder understands, the built-in one too. */
export function examplePrompts({ tools }: Pick<Blueprint, 'tools'>): string[] {
  const [first] = tools;
  if (!first) return FIRST;
  const removing = tools.find(({ annotations }) => annotations?.destructiveHint === true);
  return [
    ...(removing ? [`Add a confirmation to ${removing.name}`] : []),
    'Fix the report',
    `What does ${first.name} do?`,
    'Which tools write?',
  ].slice(0, MOST);
}
