import * as z from 'zod';

import { toJsonPath } from '#app/platform/json-path.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { fail, succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';

import type { Blueprint } from './blueprint.ts';
import { editTools } from './edit-tools.ts';
import { editUpstreams } from './edit-upstreams.ts';
import { Edit } from './edit.ts';
import type { EditOutcome } from './edit.ts';
import { patch, upsertBy } from './patch.ts';
import { parseBlueprint } from './parse-blueprint.ts';
import type { InvalidBlueprint } from './parse-blueprint.ts';

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
  return parseBlueprint(current);
}

/** Applies one edit; what it leaves may still refer to something that a later edit adds. */
function applyEdit(blueprint: Blueprint, edit: Edit): EditOutcome {
  switch (edit.edit) {
    case 'setIdentity': {
      const { edit: _, ...changes } = edit;
      return succeed({ ...blueprint, identity: patch(blueprint.identity, changes) });
    }
    case 'setPolicies': {
      const { edit: _, ...changes } = edit;
      return succeed({ ...blueprint, policies: patch(blueprint.policies, changes) });
    }
    case 'setDefinition':
      return succeed({
        ...blueprint,
        definitions: { ...blueprint.definitions, [edit.name]: edit.schema },
      });
    case 'upsertResource':
      return succeed({
        ...blueprint,
        resources: upsertBy(blueprint.resources, edit.resource, ({ uri }) => uri),
      });
    case 'removeResource':
      return remove(blueprint, 'resources', ({ uri }) => uri === edit.uri, edit.uri);
    case 'upsertPrompt':
      return succeed({
        ...blueprint,
        prompts: upsertBy(blueprint.prompts, edit.prompt, ({ name }) => name),
      });
    case 'removePrompt':
      return remove(blueprint, 'prompts', ({ name }) => name === edit.name, edit.name);
    case 'setUpstream':
    case 'setAuth':
    case 'setSecret':
    case 'removeSecret':
      return editUpstreams(blueprint, edit);
    default:
      return editTools(blueprint, edit);
  }
}

function remove<Key extends 'resources' | 'prompts'>(
  blueprint: Blueprint,
  list: Key,
  matches: (item: Blueprint[Key][number]) => boolean,
  name: string,
): EditOutcome {
  const items: Blueprint[Key][number][] = blueprint[list];
  const rest = items.filter((item) => !matches(item));
  if (rest.length === items.length) {
    const path = list === 'resources' ? ['uri'] : ['name'];
    return fail({ reason: 'refused', path, message: `"${name}" is not there.` });
  }
  return succeed({ ...blueprint, [list]: rest });
}
