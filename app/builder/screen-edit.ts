import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { editTools } from '#app/blueprint/edit-tools.ts';
import { editUpstreams } from '#app/blueprint/edit-upstreams.ts';
import type { EditNamed, EditOutcome } from '#app/blueprint/edit.ts';

/** The edits that the screen sends; it shows them before the server has answered. */
export type ScreenEdit = EditNamed<'selectTools' | 'renameTool' | 'describeTool' | 'setUpstream'>;

/** The blueprint with an edit applied, by the same functions as on the server. */
export function applyScreenEdit(blueprint: Blueprint, edit: ScreenEdit): EditOutcome {
  return edit.edit === 'setUpstream' ? editUpstreams(blueprint, edit) : editTools(blueprint, edit);
}

/** The edits that take an edit back; `blueprint` is the one before it. */
export function toInverse(blueprint: Blueprint, edit: ScreenEdit): ScreenEdit[] {
  switch (edit.edit) {
    case 'renameTool':
      return [{ edit: 'renameTool', from: edit.to, to: edit.from }];
    case 'selectTools': {
      const wanted = new Set(edit.names);
      const names = blueprint.tools
        .filter((tool) => wanted.has(tool.name) && tool.enabled !== edit.enabled)
        .map((tool) => tool.name);
      return names.length > 0 ? [{ edit: 'selectTools', names, enabled: !edit.enabled }] : [];
    }
    case 'describeTool': {
      const tool = blueprint.tools.find(({ name }) => name === edit.name);
      if (!tool) return [];
      return [
        {
          edit: 'describeTool',
          name: edit.name,
          title: tool.title ?? null,
          description: tool.description ?? null,
        },
      ];
    }
    case 'setUpstream': {
      const upstream = blueprint.upstreams.find(({ id }) => id === edit.id);
      if (!upstream) return [];
      const { id, baseUrl, allowedHosts } = upstream;
      return [{ edit: 'setUpstream', id, baseUrl, allowedHosts }];
    }
  }
}

/** Says what an edit did, for the note that offers to undo it. */
export function describeEdit(edit: ScreenEdit): string {
  switch (edit.edit) {
    case 'renameTool':
      return `Renamed to ${edit.to}`;
    case 'selectTools': {
      const what = edit.names.length === 1 ? edit.names[0] : `${edit.names.length} tools`;
      return edit.enabled ? `Serving ${what}` : `No longer serving ${what}`;
    }
    case 'describeTool':
      return `Changed the words of ${edit.name}`;
    case 'setUpstream':
      return `Changed where ${edit.id} is`;
  }
}
