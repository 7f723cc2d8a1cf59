import { fail, succeed } from '#app/platform/result.ts';

import type { Blueprint } from './blueprint.ts';
import { isSameJson } from './diff/is-same-json.ts';
import type { EditNamed, EditOutcome } from './edit.ts';
import type { Mock } from './mock.ts';

/** Applies an edit of the answers that the mock was given. */
export function editMocks(
  blueprint: Blueprint,
  edit: EditNamed<'setMock' | 'removeMock'>,
): EditOutcome {
  const mocks = blueprint.mocks ?? [];
  if (edit.edit === 'setMock') {
    const index = mocks.findIndex((each) => isOf(each, edit.mock) && isSame(each, edit.mock.when));
    return succeed({
      ...blueprint,
      mocks: index === -1 ? [...mocks, edit.mock] : mocks.with(index, edit.mock),
    });
  }
  const left = mocks.filter(
    (each) => !isOf(each, edit) || (edit.when !== undefined && !isSame(each, edit.when)),
  );
  if (left.length === mocks.length) {
    const message = `No answer was set for ${edit.method} ${edit.path}.`;
    return fail({ reason: 'refused', path: ['path'], message });
  }
  const { mocks: _, ...rest } = blueprint;
  return succeed(left.length === 0 ? rest : { ...rest, mocks: left });
}

function isOf(mock: Mock, { upstream, method, path }: Pick<Mock, 'upstream' | 'method' | 'path'>) {
  return mock.upstream === upstream && mock.method === method && mock.path === path;
}

function isSame({ when }: Mock, other: Mock['when']): boolean {
  return isSameJson(when ?? [], other ?? []);
}
