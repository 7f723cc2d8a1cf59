import * as z from 'zod';

import { findClose } from '#app/blueprint/select-operations.ts';
import { toJsonPath, type PathProblem } from '#app/platform/json-path.ts';

import { defineTool } from './builder-tool.ts';
import { toRenameEdits } from './requests/rename-edits.ts';

const ToolEdit = z.strictObject({
  name: z.string().describe('As it is called now.'),
  title: z.string().max(200).optional(),
  description: z.string().max(20_000).optional(),
  enabled: z.boolean().optional(),
  rename: z.string().optional().describe('Its new name.'),
});
type ToolEdit = z.infer<typeof ToolEdit>;

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
    'Changes descriptions, titles and names of many tools at once, all or none, and whether they are served. What is left out stays; arguments and requests are for upsert_tool.',
  input: z.strictObject({ edits: z.array(ToolEdit).min(1).max(200) }),
  async run({ edits }, { workspace }) {
    const names = workspace.blueprint.tools.map(({ name }) => name);
    const problems = findProblems(edits, names);
    if (problems.length > 0) return { changed: [], problems };
    const placed = [...edits.flatMap(toPlacedEdits), ...toPlacedRenames(edits)];
    const answer = workspace.edit(
      placed.map(({ edit }) => edit),
      describeEdits(edits),
    );
    return { ...answer, problems: answer.problems.map((problem) => replace(problem, placed)) };
  },
});

function findProblems(edits: readonly ToolEdit[], names: readonly string[]): PathProblem[] {
  const known = new Set(names);
  const seen = new Set<string>();
  return edits.flatMap(({ name, ...fields }, index) => {
    const tell = (message: string) => [{ path: toJsonPath(['edits', index, 'name']), message }];
    if (!known.has(name)) return tell(`There is no tool named "${name}".${findClose(name, names)}`);
    if (seen.has(name)) return tell(`"${name}" is edited twice: put its fields into one edit.`);
    seen.add(name);
    if (Object.values(fields).some((field) => field !== undefined)) return [];
    const message = 'Give at least one of title, description, enabled and rename.';
    return [{ path: toJsonPath(['edits', index]), message }];
  });
}

function toPlacedEdits(
  { name, title, description, enabled }: ToolEdit,
  index: number,
): PlacedEdit[] {
  const place = ['edits', index];
  return [
    ...(title === undefined && description === undefined
      ? []
      : [{ edit: { edit: 'describeTool', name, title, description }, place }]),
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
  const told: [number, (number: number) => string][] = [
    [count((edit) => edit.description !== undefined), (of) => `${tools(of)} another description.`],
    [count((edit) => edit.title !== undefined), (of) => `${tools(of)} another title.`],
    [count((edit) => edit.enabled === true), (of) => `${served(of)} served.`],
    [count((edit) => edit.enabled === false), (of) => `${served(of)} no longer served.`],
  ];
  return [
    ...told.flatMap(([number, toSentence]) => (number > 0 ? [toSentence(number)] : [])),
    ...edits.flatMap(({ name, rename }) =>
      rename === undefined ? [] : [`${name} is called ${rename} now.`],
    ),
  ];
}
