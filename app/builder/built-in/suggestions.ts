import type { DraftFacts, ToolFacts } from './turn.ts';

const MOST = 3;

/** Three requests that are understood and fit the draft. */
export function suggestRequests({ tools, templates }: DraftFacts): string[] {
  const [template] = templates;
  if (tools.length === 0) {
    return [
      'add a tool that gets https://api.example.com/users/{id} and returns name and email',
      'import https://api.example.com/openapi.json',
      template ? `start with the ${template.title} template` : 'GET https://api.example.com/users',
    ];
  }
  const ideas = [
    ...some(
      tools.find(({ destructive, confirms }) => destructive && !confirms),
      ({ name }) => `add a confirmation to ${name}`,
    ),
    ...some(
      tools.find(({ arguments: list }) => list.some(isOpenNumber)),
      ({ name, arguments: list }) => {
        const argument = list.find(isOpenNumber);
        return `make ${argument?.name ?? ''} of ${name} at most 50`;
      },
    ),
    ...some(
      tools.find(({ kind, returns = [] }) => kind === 'http' && returns.length > 2),
      ({ name, returns = [] }) => `return only ${returns.slice(0, 2).join(' and ')} from ${name}`,
    ),
    ...some(tools[0], ({ name }) => `what does ${name} do?`),
    'what fails in the report?',
    'which tools write?',
  ];
  return ideas.slice(0, MOST);
}

/** As `suggestRequests`, as a list for people. */
export function suggest(facts: DraftFacts): string {
  const lines = suggestRequests(facts).map((request) => `- ${request}`);
  return ['For example you can say:', '', ...lines].join('\n');
}

function some(tool: ToolFacts | undefined, say: (tool: ToolFacts) => string): string[] {
  return tool ? [say(tool)] : [];
}

function isOpenNumber({ type, maximum, name }: ToolFacts['arguments'][number]): boolean {
  const isPlain = /^[A-Za-z_]\w*$/.test(name);
  return (type === 'integer' || type === 'number') && maximum === undefined && isPlain;
}
