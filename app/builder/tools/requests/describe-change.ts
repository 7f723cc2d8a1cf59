import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { patch } from '#app/blueprint/patch.ts';

import { orNone } from './or-none.ts';
import type { ToolChange } from './tool-change.ts';

type Tool = Blueprint['tools'][number];

/** The tool with a change's texts and switches, its hints, and what of the answer is kept. */
export function describeChange(tool: Tool, change: ToolChange): Tool {
  const { title, description, enabled, requires, keep } = change;
  const described = patch(tool, {
    title: title === undefined ? undefined : orNone(title),
    description: description === undefined ? undefined : orNone(description),
    enabled,
    annotations: toAnnotations(tool, change),
    requires: requires?.length === 0 ? null : requires,
  });
  if (keep === undefined || described.action.kind !== 'http') return described;
  const { keep: _old, ...response } = described.action.response;
  const next = keep.length > 0 ? { ...response, keep } : response;
  return { ...described, action: { ...described.action, response: next } };
}

/** Who is asked before it runs may destroy something, and what only reads destroys nothing. */
function toAnnotations(
  { annotations }: Tool,
  { readOnly: reads, confirm, hints = {} }: ToolChange,
): Tool['annotations'] {
  const readOnly = hints.readOnly ?? reads;
  const { destructive, idempotent, openWorld } = hints;
  const marks = {
    ...(readOnly === undefined ? {} : { readOnlyHint: readOnly }),
    ...(readOnly === true ? { destructiveHint: false } : {}),
    ...(confirm === true ? { readOnlyHint: false } : {}),
    ...(confirm === undefined ? {} : { destructiveHint: confirm }),
    ...(destructive === undefined ? {} : { destructiveHint: destructive }),
    ...(destructive === true ? { readOnlyHint: false } : {}),
    ...(idempotent === undefined ? {} : { idempotentHint: idempotent }),
    ...(openWorld === undefined ? {} : { openWorldHint: openWorld }),
  };
  return Object.keys(marks).length === 0 ? annotations : { ...annotations, ...marks };
}
