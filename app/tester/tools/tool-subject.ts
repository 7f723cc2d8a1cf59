import type { ServerTool } from './read-tools.ts';

/** The calls and arguments of one tool of the list. */
export function toSubject({ key, name }: Pick<ServerTool, 'key' | 'name'>): string {
  return `tool:${key}:${name}`;
}
