import { describeArgument } from '#app/builder/built-in/draft/find-argument.ts';
import type { DraftFacts, ToolFacts } from '#app/builder/built-in/turn.ts';
import { joinNames } from '#app/builder/built-in/words/lists.ts';

/** What is known of a tool, in a few sentences. */
export function describeTool(tool: ToolFacts, { upstreams }: DraftFacts): string {
  const { name, title, method, path, keep = [], returns = [] } = tool;
  const base = upstreams.find(({ id }) => id === tool.upstream) ?? upstreams[0];
  const address = `${base?.baseUrl.replace(/\/$/, '') ?? ''}${path ?? ''}`;
  const does =
    tool.kind === 'http' && method !== undefined
      ? `calls ${method} ${address}`
      : tool.kind === 'code'
        ? 'runs code of its own'
        : 'calls a tool of another server';
  const effect = tool.destructive
    ? 'It may delete things.'
    : tool.reads
      ? 'It only reads.'
      : 'It writes.';
  const sentences = [
    `\`${name}\`${title === undefined || title === name ? '' : ` (${title})`} ${does}.`,
    effect,
    tool.confirms ? 'It asks before it runs.' : '',
    tool.arguments.length === 0
      ? 'It takes no arguments.'
      : `It takes ${tool.arguments.map(describeArgument).join(', ')}.`,
    keep.length > 0
      ? `It returns only ${joinNames(keep)}.`
      : returns.length > 0
        ? `It returns ${joinNames(returns)}.`
        : '',
    tool.enabled ? '' : 'It is disabled.',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
