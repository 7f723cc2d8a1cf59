import { describeDiff } from '#app/blueprint/diff/describe-diff.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';
import type { Workspace } from '#app/builder/tools/workspace.ts';

/** Tells in plain sentences what a turn has changed since its beginning, where the model says nothing of it. */
export function tellChanges({ since, blueprint, held }: Workspace): string {
  const changed = describeDiff(diffBlueprints(since, blueprint));
  const waits = held.length === 0 ? '' : ' What waits for your decision is listed below.';
  if (changed.length === 0) return `Nothing was changed.${waits}`;
  return `Changed in this turn: ${changed.join(' ')}${waits}`;
}
