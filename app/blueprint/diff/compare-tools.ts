import type { Tool } from '#app/blueprint/tool.ts';

import type { FieldChange } from './field-change.ts';

/** The parts of a tool that differ between two states, each as text; its name is none of them. */
export function compareTools(before: Tool | undefined, after: Tool | undefined): FieldChange[] {
  const [old, now] = [toTexts(before), toTexts(after)];
  const fields = [...new Set([...old.keys(), ...now.keys()])];
  return fields.flatMap((field) => {
    const [one, other] = [old.get(field) ?? null, now.get(field) ?? null];
    return one === other ? [] : [{ field, before: one, after: other }];
  });
}

/** The parts of a tool as texts, in the order in which people look at them. */
function toTexts(tool: Tool | undefined): Map<string, string> {
  if (tool === undefined) return new Map();
  const { title, description, inputSchema, outputSchema, action, annotations } = tool;
  const { requires, examples, enabled, deprecated, origin } = tool;
  const texts: [string, string | undefined][] = [
    ['title', title],
    ['description', description],
    ['parameters', toLines(inputSchema)],
    ...describeAction(action),
    ['result', toLines(outputSchema)],
    ['hints', toLines(annotations)],
    ['needs', requires?.join(', ')],
    ['examples', toLines(examples)],
    ['served', toWord(enabled)],
    ['deprecated', deprecated === undefined ? undefined : toWord(deprecated)],
    ['operation', toLines(origin)],
  ];
  return new Map(
    texts.flatMap(([field, text]) => (text === undefined ? [] : [[field, text] as const])),
  );
}

function describeAction(action: Tool['action']): [string, string | undefined][] {
  switch (action.kind) {
    case 'http': {
      const { kind: _kind, method, path, mock, pagination, ...rest } = action;
      return [
        ['request', `${method} ${path}\n${toLines(rest)}`],
        ['pages', toLines(pagination)],
        ['mock answer', toLines(mock)],
      ];
    }
    case 'mcp':
      return [['request', `${action.tool} of ${action.upstream}`]];
    case 'code':
      return [['code', action.source]];
  }
}

function toWord(isSo: boolean): string {
  return isSo ? 'yes' : 'no';
}

function toLines(value: object | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value, null, 2);
}
