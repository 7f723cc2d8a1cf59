import type { CatalogTool } from '#app/evals/loop/tool-catalog.ts';

/**
 * Whether the person is asked before a call. A tool that says that it destroys something always asks; one that
 * says nothing may destroy something by the protocol's own defaults, and asks where a model chose it.
 */
export function asksFirst({ risk }: Pick<CatalogTool, 'risk'>, isNamedByPerson: boolean): boolean {
  return risk === 'destroys' || (risk === 'unknown' && !isNamedByPerson);
}
