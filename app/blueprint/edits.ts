import * as z from 'zod';

import { toJsonPath } from '#app/platform/json-path.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { fail } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';

import { applyEdit } from './apply-edit.ts';
import type { Blueprint } from './blueprint.ts';
import { Edit } from './edit.ts';
import { parseBlueprint } from './parse-blueprint.ts';
import type { InvalidBlueprint } from './parse-blueprint.ts';
import { dropsRef, withoutFreed } from './used-definitions.ts';

const Edits = z.array(Edit).min(1).max(1_000);

/**
 * Applies named edits in order, all or none.
 *
 * Paths of problems start at the list of edits (`$[2].name`) where an edit is at fault, and at the
 * blueprint (`$.tools[3]…`) where the edits together leave it broken.
 */
export function applyEdits(
  blueprint: Blueprint,
  value: unknown,
): Result<Blueprint, InvalidBlueprint> {
  const edits = Edits.safeParse(value);
  if (!edits.success) {
    const problems = edits.error.issues.map(({ path, message }) => ({
      path: toJsonPath(path),
      message,
    }));
    return fail({ reason: 'invalid', problems });
  }
  let current = blueprint;
  for (const [index, edit] of edits.data.entries()) {
    const outcome = applyEdit(current, edit);
    if (!outcome.ok) {
      const problem: PathProblem = {
        path: toJsonPath([index, ...outcome.path]),
        message: outcome.message,
      };
      return fail({ reason: 'invalid', problems: [problem] });
    }
    current = outcome.value;
  }
  return parseBlueprint(dropFreed(blueprint, current, edits.data));
}

/** Definitions that only tools as they were before the edits refer to go, once all edits are made. */
function dropFreed(before: Blueprint, after: Blueprint, edits: readonly Edit[]): Blueprint {
  const changed = new Map(
    edits.flatMap((edit) =>
      edit.edit === 'upsertTool' ? [[edit.tool.name, edit.tool] as const] : [],
    ),
  );
  const known = before.tools.filter((tool) => {
    const next = changed.get(tool.name);
    return next !== undefined && dropsRef(tool, next);
  });
  if (known.length === 0) return after;
  return { ...after, definitions: withoutFreed(after.definitions, known, after.tools) };
}
