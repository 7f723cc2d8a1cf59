import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { AppContext } from '#app/platform/app-context.ts';

/** TODO(C). */
export async function carryToProject(
  _app: AppContext,
  _places: { draft: string; project: string },
  _blueprint: Pick<Blueprint, 'secrets' | 'upstreams'>,
): Promise<void> {}

export async function carryToDraft(
  _app: AppContext,
  _places: { draft: string; project: string },
  _blueprint: Pick<Blueprint, 'secrets' | 'upstreams'>,
): Promise<void> {}
