import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { findClose } from '#app/blueprint/select-operations.ts';
import { toJsonPath, type PathProblem } from '#app/platform/json-path.ts';

import { defineTool } from './builder-tool.ts';
import { composeTool } from './requests/compose-tool.ts';
import { definitionsOf, listArguments } from './requests/http-tool.ts';
import { propertiesOf } from './requests/object-schema.ts';
import { orNone } from './requests/or-none.ts';
import { toRenameEdits } from './requests/rename-edits.ts';
import { ToolChange } from './requests/tool-change.ts';

const ToolEdit = z.strictObject({
  name: z.string(),
  title: z.string().max(200).optional(),
  description: z.string().max(20_000).optional(),
  enabled: z.boolean().optional(),
  rename: z.string().optional(),
  arguments: z
    .array(z.strictObject({ name: z.string(), description: z.string().max(2_000) }))
    .max(100)
    .optional(),
  keep: ToolChange.shape.keep.unwrap().optional(),
  hints: ToolChange.shape.hints.unwrap().optional(),
});
type ToolEdit = z.infer<typeof ToolEdit>;

const FIELDS = Object.keys(ToolEdit.shape).filter((field) => field !== 'name');

/** An edit of the blueprint, and the field of the input that asks for it. */
interface PlacedEdit {
  edit: object;
  place: (string | number)[];
}

export const editTools = defineTool({
  name: 'edit_tools',
  effect: 'changes',
  words: { now: 'Editing tools', done: 'Edited tools' },
  subject: [{ count: 'edits', of: 'tool' }],
  description:
    'Changes many tools at once, all or none: texts, names, descriptions of arguments, what is kept of answers, hints, whether they are served. All else is for upsert_tool.',
  input: z.strictObject({ edits: z.array(ToolEdit).min(1).max(200) }),
  async run({ edits }, { workspace }) {
    const { blueprint } = workspace;
    const problems = findProblems(edits, blueprint);
    if (problems.length > 0) return { changed: [], problems };
    const composed = edits.map((edit, index) => composeEdit(edit, index, blueprint));
    const faults = composed.flatMap((each) => each.problems);
    if (faults.length > 0) return { changed: [], problems: faults };
    const placed = [
      ...composed.flatMap((each) => each.edits),
      ...edits.flatMap(toPlacedEdits),
      ...toPlacedRenames(edits),
    ];
    const answer = workspace.edit(
      placed.map(({ edit }) => edit),
      describeEdits(edits),
    );
    return { ...answer, problems: answer.problems.map((problem) => replace(problem, placed)) };
  },
});

function findProblems(edits: readonly ToolEdit[], blueprint: Blueprint): PathProblem[] {
  const names = blueprint.tools.map(({ name }) => name);
  const known = new Set(names);
  const seen = new Set<string>();
  return edits.flatMap(({ name, ...fields }, index) => {
    const tell = (message: string) => [{ path: toJsonPath(['edits', index, 'name']), message }];
    if (!known.has(name)) return tell(`There is no tool named "${name}".${findClose(name, names)}`);
    if (seen.has(name)) return tell(`"${name}" is edited twice: put its fields into one edit.`);
    seen.add(name);
    if (Object.values(fields).some((field) => field !== undefined)) return [];
    const message = `Give at least one of ${FIELDS.join(', ')}.`;
    return [{ path: toJsonPath(['edits', index]), message }];
  });
}

/** The tool with what is said of its request, its answer and its hints; only where something is. */
function composeEdit(
  { name, arguments: described, keep, hints }: ToolEdit,
  index: number,
  blueprint: Blueprint,
): { edits: PlacedEdit[]; problems: PathProblem[] } {
  if (described === undefined && keep === undefined && hints === undefined) {
    return { edits: [], problems: [] };
  }
  const place = ['edits', index];
  const unknown = findUnknownArguments(name, described ?? [], blueprint).map((each) => ({
    path: toJsonPath([...place, 'arguments', each.at, 'name']),
    message: each.message,
  }));
  if (unknown.length > 0) return { edits: [], problems: unknown };
  const made = composeTool(blueprint, { name, arguments: described, keep, hints });
  if (made.ok)
    return {
      edits: [{ edit: { edit: 'upsertTool', tool: made.value.tool }, place }],
      problems: [],
    };
  const problems = made.problems.map(({ path, message }) => ({
    path: path.replace('$', () => toJsonPath(place)),
    message,
  }));
  return { edits: [], problems };
}

/** The described arguments that a tool does not have, by their places in the list. */
function findUnknownArguments(
  name: string,
  described: readonly { name: string }[],
  blueprint: Blueprint,
): { at: number; message: string }[] {
  const tool = blueprint.tools.find((each) => each.name === name);
  if (!tool || described.length === 0) return [];
  const { action } = tool;
  const names =
    action.kind === 'http'
      ? listArguments({ ...tool, action }, definitionsOf(tool, blueprint)).map((each) => each.name)
      : Object.keys(propertiesOf(tool.inputSchema));
  return described.flatMap((each, at) => {
    if (names.includes(each.name)) return [];
    const message = `${name} has no argument "${each.name}". It has: ${names.join(', ') || 'none'}.`;
    return [{ at, message }];
  });
}

/** The texts of a tool as an edit takes them: an empty one is removed. */
function toTexts({ title, description }: ToolEdit): object {
  return {
    ...(title === undefined ? {} : { title: orNone(title) }),
    ...(description === undefined ? {} : { description: orNone(description) }),
  };
}

function toPlacedEdits(edit: ToolEdit, index: number): PlacedEdit[] {
  const { name, title, description, enabled } = edit;
  const place = ['edits', index];
  return [
    ...(title === undefined && description === undefined
      ? []
      : [{ edit: { edit: 'describeTool', name, ...toTexts(edit) }, place }]),
    ...(enabled === undefined
      ? []
      : [{ edit: { edit: 'selectTools', names: [name], enabled }, place: [...place, 'enabled'] }]),
  ];
}

function toPlacedRenames(edits: readonly ToolEdit[]): PlacedEdit[] {
  const renames = edits.flatMap(({ name, rename }, index) =>
    rename === undefined ? [] : [{ from: name, to: rename, index }],
  );
  return toRenameEdits(renames).map((edit, at) => {
    const index = renames[at % renames.length]?.index ?? 0;
    return { edit, place: ['edits', index, 'rename'] };
  });
}

/** A problem of an edit of the blueprint at the field of the input that asked for it. */
function replace({ path, message }: PathProblem, placed: readonly PlacedEdit[]): PathProblem {
  const [, number = '', field = ''] = /^\$\[(\d+)\](?:\.(\w+))?/.exec(path) ?? [];
  const found = number === '' ? undefined : placed[Number(number)];
  if (!found) return { path, message };
  const isField = found.place.length === 2 && (field === 'title' || field === 'description');
  return { path: toJsonPath(isField ? [...found.place, field] : found.place), message };
}

function describeEdits(edits: readonly ToolEdit[]): string[] {
  const count = (has: (edit: ToolEdit) => boolean) => edits.filter(has).length;
  const tools = (number: number) => (number === 1 ? '1 tool has' : `${number} tools have`);
  const served = (number: number) => (number === 1 ? '1 tool is' : `${number} tools are`);
  const named: [keyof ToolEdit, string][] = [
    ['arguments', 'other descriptions of arguments'],
    ['keep', 'other fields that are kept'],
    ['hints', 'other hints'],
  ];
  const told: [number, (number: number) => string][] = [
    [count((edit) => edit.description !== undefined), (of) => `${tools(of)} another description.`],
    [count((edit) => edit.title !== undefined), (of) => `${tools(of)} another title.`],
    [count((edit) => edit.enabled === true), (of) => `${served(of)} served.`],
    [count((edit) => edit.enabled === false), (of) => `${served(of)} no longer served.`],
  ];
  return [
    ...told.flatMap(([number, toSentence]) => (number > 0 ? [toSentence(number)] : [])),
    ...named.flatMap(([field, what]) => {
      const number = count((edit) => edit[field] !== undefined);
      return number > 0 ? [`${tools(number)} ${what}.`] : [];
    }),
    ...edits.flatMap(({ name, rename }) =>
      rename === undefined ? [] : [`${name} is called ${rename} now.`],
    ),
  ];
}
