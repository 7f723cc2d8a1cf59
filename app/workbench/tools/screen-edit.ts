import { applyEdit } from '#app/blueprint/apply-edit.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { EditNamed, EditOutcome } from '#app/blueprint/edit.ts';
import type { FixEdit } from '#app/blueprint/readiness/report.ts';
import { succeed } from '#app/platform/result.ts';

/** The edits that the screen sends; it shows them before the server has answered. */
export type ScreenEdit = FixEdit | EditNamed<'setSecret'>;

type ToolChange = EditNamed<'describeTool' | 'setAnnotations' | 'boundArgument'>;

/** The blueprint with edits applied in their order, by the same functions as on the server. */
export function applyScreenEdits(blueprint: Blueprint, edits: readonly ScreenEdit[]): EditOutcome {
  let outcome: EditOutcome = succeed(blueprint);
  for (const edit of edits) {
    if (!outcome.ok) return outcome;
    outcome = applyEdit(outcome.value, edit);
  }
  return outcome;
}

/** The edits that take edits back; `blueprint` is the one before them. */
export function toInverse(blueprint: Blueprint, edits: readonly ScreenEdit[]): ScreenEdit[] {
  let current = blueprint;
  const inverse: ScreenEdit[] = [];
  for (const edit of edits) {
    inverse.unshift(...toInverseOfOne(current, edit));
    const applied = applyEdit(current, edit);
    if (applied.ok) current = applied.value;
  }
  return inverse;
}

function toInverseOfOne(blueprint: Blueprint, edit: ScreenEdit): ScreenEdit[] {
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
    case 'describeTool':
    case 'setAnnotations':
    case 'boundArgument':
      return toToolInverse(blueprint, edit);
    case 'setUpstream': {
      const upstream = blueprint.upstreams.find(({ id }) => id === edit.id);
      if (!upstream) return [];
      const { id, baseUrl, allowedHosts, timeoutMs = null } = upstream;
      return [{ edit: 'setUpstream', id, baseUrl, allowedHosts, timeoutMs }];
    }
    case 'setPolicies': {
      const before = blueprint.policies;
      const { retries = null, breaker = null, concurrency = null } = before;
      const { confirmDestructive = null, ...others } = before;
      return [
        { edit: 'setPolicies', ...others, retries, breaker, concurrency, confirmDestructive },
      ];
    }
    case 'setSecret': {
      const secret = blueprint.secrets.find(({ name }) => name === edit.name);
      if (!secret) return [];
      const { name, scope, description = null } = secret;
      return [{ edit: 'setSecret', name, scope, description }];
    }
    case 'setIdentity': {
      const { title = null, description = null, ...others } = blueprint.identity;
      const { instructions = null, websiteUrl = null } = others;
      return [{ edit: 'setIdentity', ...others, title, description, instructions, websiteUrl }];
    }
  }
}

function toToolInverse(blueprint: Blueprint, edit: ToolChange): ScreenEdit[] {
  const tool = blueprint.tools.find(({ name }) => name === edit.name);
  if (!tool) return [];
  const { name, title = null, description = null, annotations = null } = tool;
  switch (edit.edit) {
    case 'describeTool':
      return [{ edit: 'describeTool', name, title, description }];
    case 'setAnnotations':
      return [{ edit: 'setAnnotations', name, annotations }];
    case 'boundArgument': {
      const properties: unknown = tool.inputSchema['properties'];
      const schema: unknown = isRecord(properties) ? properties[edit.argument] : undefined;
      const { minimum, maximum } = isRecord(schema) ? schema : {};
      const bounds = { minimum: toBound(minimum), maximum: toBound(maximum) };
      return [{ edit: 'boundArgument', name, argument: edit.argument, ...bounds }];
    }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function toBound(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
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
      return `Changed the text of ${edit.name}`;
    case 'setAnnotations':
      return `Changed the hints of ${edit.name}`;
    case 'boundArgument':
      return `Changed the limits of ${edit.argument}`;
    case 'setUpstream':
      return `Changed the base URL of ${edit.id}`;
    case 'setPolicies':
      return 'Changed the limits';
    case 'setSecret':
      return edit.scope === 'caller'
        ? `Each caller gives their own ${edit.name}`
        : `One ${edit.name} for everybody`;
    case 'setIdentity':
      return 'Renamed the server';
  }
}
