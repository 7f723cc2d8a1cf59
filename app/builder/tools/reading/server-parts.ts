import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { selectOperations, toSelectable } from '#app/blueprint/select-operations.ts';
import type { OperationSelector } from '#app/blueprint/operation-selector.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { toFieldsBelow, toLine, toToolDetail, toToolLine } from './tool-detail.ts';

/** The parts of a server that are read: what it is called and calls, and what it serves. */
const SERVED = ['server', 'tools', 'resources', 'prompts'] as const;
/** The same, and what imports could not carry over, which is told only where it is asked for. */
export const SERVER_PARTS = [...SERVED, 'warnings'] as const;
export type ServerPart = (typeof SERVER_PARTS)[number];

/** One thing that was asked for, in both details. */
export interface FoundPart {
  part: ServerPart;
  name: string;
  list: () => object;
  full: () => object;
}

/** Question for parts of a server: of the tools those of a choice, of all those that hold a text. */
export interface PartQuery {
  parts?: ServerPart[] | undefined;
  choice: OperationSelector;
  find?: string | undefined;
  /** Of the tools only their output fields below this one. */
  below?: string | undefined;
  /** Warnings of imports. */
  warnings?: readonly PathProblem[] | undefined;
}

interface Refused {
  reason: 'refused';
  problems: PathProblem[];
}

/** The parts of a server that are asked for; everything where nothing is named. */
export function findParts(
  blueprint: Blueprint,
  { parts, choice, find = '', below, warnings = [] }: PartQuery,
): Result<FoundPart[], Refused> {
  const isChosen = Object.values(choice).some((field) => field !== undefined);
  const selection = isChosen ? selectOperations(blueprint.tools, choice, toSelectable) : null;
  if (selection && selection.problems.length > 0)
    return fail({ reason: 'refused', problems: selection.problems });
  const words = find
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const isTools = isChosen || below !== undefined;
  const wanted = new Set<ServerPart>(parts ?? (isTools ? ['tools'] : SERVED));
  const holdsAll = (value: object) => {
    const text = words.length > 0 ? JSON.stringify(value).toLowerCase() : '';
    return words.every((word) => text.includes(word));
  };
  const tools = selection?.chosen ?? blueprint.tools;
  if (below !== undefined) return findFields(tools.filter(holdsAll), blueprint, below);
  const found: [object, FoundPart][] = [
    ...(words.length > 0 ? [] : [toServerPart(blueprint)]),
    ...tools.map((tool): [object, FoundPart] => [
      tool,
      {
        part: 'tools',
        name: tool.name,
        list: () => toToolLine(tool),
        full: () => toToolDetail(tool, blueprint),
      },
    ]),
    ...blueprint.resources.map(toResourcePart),
    ...blueprint.prompts.map(toPromptPart),
    ...warnings.map(toWarningPart),
  ];
  return succeed(
    found.flatMap(([value, one]) => (wanted.has(one.part) && holdsAll(value) ? [one] : [])),
  );
}

function findFields(
  tools: readonly Tool[],
  blueprint: Blueprint,
  below: string,
): Result<FoundPart[], Refused> {
  const found = tools.flatMap((tool): FoundPart[] => {
    const fields = toFieldsBelow(tool, blueprint, below);
    if (fields === null) return [];
    return [{ part: 'tools', name: tool.name, list: () => fields, full: () => fields }];
  });
  if (found.length > 0) return succeed(found);
  const message = `None of these tools has an output field "${below}".`;
  return fail({ reason: 'refused', problems: [{ path: '$.below', message }] });
}

function toServerPart(blueprint: Blueprint): [object, FoundPart] {
  const { identity, upstreams, secrets, policies, sources } = blueprint;
  const { tools, resources, prompts } = blueprint;
  const counts = {
    tools: tools.length,
    off: tools.filter(({ enabled }) => !enabled).length,
    resources: resources.length,
    prompts: prompts.length,
  };
  const short = upstreams.map(({ id, baseUrl, auth }) => ({
    id,
    baseUrl,
    auth: auth.map(({ kind }) => kind),
  }));
  return [
    identity,
    {
      part: 'server',
      name: identity.name,
      list: () => ({ identity, counts, upstreams: short }),
      full: () => ({ identity, counts, upstreams, secrets, policies, sources }),
    },
  ];
}

function toResourcePart(resource: Blueprint['resources'][number]): [object, FoundPart] {
  const { uri, name, description, title, content } = resource;
  // Bytes tell a model nothing.
  const readable =
    content.kind === 'blob'
      ? { kind: content.kind, base64Characters: content.base64.length }
      : content;
  const full = { ...resource, content: readable };
  const list = { uri, name, description: toLine(description ?? title) };
  return [full, { part: 'resources', name: uri, list: () => list, full: () => full }];
}

function toPromptPart(prompt: Blueprint['prompts'][number]): [object, FoundPart] {
  const { name, description, title } = prompt;
  const list = { name, description: toLine(description ?? title) };
  return [prompt, { part: 'prompts', name, list: () => list, full: () => prompt }];
}

function toWarningPart({ path, message }: PathProblem): [object, FoundPart] {
  const warning = { path, message };
  return [warning, { part: 'warnings', name: path, list: () => warning, full: () => warning }];
}
