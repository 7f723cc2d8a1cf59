import { patch } from '#app/blueprint/patch.ts';
import type { Tool } from '#app/blueprint/tool.ts';

import type { Aspects } from './aspects.ts';
import type { Aspect } from './fingerprints.ts';

/** Fields of a tool that fit together: an edit of one field keeps the others of its aspect from the document. */
export const TOOL_ASPECTS = [
  'title',
  'description',
  'hints',
  'deprecation',
  'request',
  'answer',
  'authentication',
  'examples',
] as const;
export type ToolAspect = (typeof TOOL_ASPECTS)[number];

export function readToolAspects(tool: Tool): Aspects<ToolAspect> {
  const { title, description, annotations, deprecated, examples } = tool;
  const { inputSchema, outputSchema, action } = tool;
  const plain: [ToolAspect, unknown][] = [
    ['title', title],
    ['description', description],
    ['hints', annotations],
    ['deprecation', deprecated],
    ['examples', examples],
  ];
  const aspects = new Map<ToolAspect, Aspect>(
    plain.flatMap(([name, value]) => (value === undefined ? [] : [[name, { value }]])),
  );
  const answers = outputSchema ? [outputSchema] : [];
  if (action.kind !== 'http') {
    aspects.set('request', { value: { action, inputSchema }, schemas: [inputSchema] });
    if (outputSchema) aspects.set('answer', { value: { outputSchema }, schemas: answers });
    return aspects;
  }
  const { kind: _kind, upstream, security, response, mock, ...request } = action;
  aspects.set('request', { value: { ...request, inputSchema }, schemas: [inputSchema] });
  aspects.set('answer', { value: { response, mock, outputSchema }, schemas: answers });
  aspects.set('authentication', { value: { upstream, security } });
  return aspects;
}

/** The draft's tool with all aspects of the document's but those that were edited. */
export function takeAspects(draft: Tool, fresh: Tool, edited: readonly ToolAspect[]): Tool {
  const from = (aspect: ToolAspect) => (edited.includes(aspect) ? draft : fresh);
  return patch(draft, {
    title: from('title').title ?? null,
    description: from('description').description ?? null,
    annotations: from('hints').annotations ?? null,
    deprecated: from('deprecation').deprecated ?? null,
    examples: from('examples').examples ?? null,
    inputSchema: from('request').inputSchema,
    outputSchema: from('answer').outputSchema ?? null,
    action: takeAction(from),
    origin: fresh.origin,
  });
}

function takeAction(from: (aspect: ToolAspect) => Tool): Tool['action'] {
  const { action } = from('request');
  const { action: asking } = from('authentication');
  const { action: answering } = from('answer');
  if (action.kind !== 'http' || asking.kind !== 'http' || answering.kind !== 'http') return action;
  return patch(action, {
    upstream: asking.upstream,
    security: asking.security ?? null,
    response: answering.response,
    mock: answering.mock ?? null,
  });
}
