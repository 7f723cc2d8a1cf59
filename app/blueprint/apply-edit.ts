import { fail, succeed } from '#app/platform/result.ts';

import type { Blueprint } from './blueprint.ts';
import { editMocks } from './edit-mocks.ts';
import { editTools } from './edit-tools.ts';
import { editUpstreams } from './edit-upstreams.ts';
import type { Edit, EditOutcome } from './edit.ts';
import { patch, upsertBy } from './patch.ts';

/**
 * Applies one edit. The result may still refer to something that a later edit adds. It checks only the edit
 * itself and needs no schemas, so the screen can use it too.
 */
export function applyEdit(blueprint: Blueprint, edit: Edit): EditOutcome {
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
    case 'setMock':
    case 'removeMock':
      return editMocks(blueprint, edit);
    case 'setUpstream':
    case 'removeUpstream':
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
    return fail({ reason: 'refused', path, message: `There is no "${name}".` });
  }
  return succeed({ ...blueprint, [list]: rest });
}
