import type { Tool } from '#app/blueprint/tool.ts';

/** How often each method occurs, in order of appearance: `4 GET · 1 POST`. */
export function describeMethods(tools: readonly Tool[]): string {
  const counts = new Map<string, number>();
  for (const { action } of tools) {
    const method = action.kind === 'http' ? action.method : action.kind;
    counts.set(method, (counts.get(method) ?? 0) + 1);
  }
  return [...counts].map(([method, count]) => `${count} ${method}`).join(' · ');
}
