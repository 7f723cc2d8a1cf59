import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { placeTools, type NamedTool } from '#app/blueprint/generate/tool-modules.ts';
import { moveMocks } from '#app/blueprint/move-mocks.ts';
import { enabledTools } from '#app/blueprint/to-server-definition.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import { filesOfTool, readAction } from './read-action.ts';
import { findConstant, findWrittenTools, type WrittenTool } from './find-written-tools.ts';
import type { ReadBackProblem } from './read-back-problem.ts';
import { readDefinitions, readServerParts } from './read-server-parts.ts';
import { readWrittenTools } from './read-written-tools.ts';
import { SourceSet, unreadable, type Constant } from './source-set.ts';
import { StaticReader } from './static-reader.ts';
import type { Unreadable } from './static-value.ts';

const SERVER = 'src/server.ts';
const DEFINITIONS = 'src/definitions.ts';

/** The source of a repository, beside the generated one. */
export interface Source {
  /** Texts by path, with the line ends of Unix: generated ones where nothing has changed. */
  texts: ReadonlyMap<string, string>;
  /** Whether a file is as it was generated; one that was never generated is not. */
  isSame: (path: string) => boolean;
  isGenerated: (path: string) => boolean;
}

export interface ReadServer {
  /** Nobody has checked whether its parts fit together. */
  blueprint: Blueprint;
  /** Files of tools, by name and by earlier name. */
  files: Map<string, string>;
  problems: ReadBackProblem[];
}

/** Reads a server out of its TypeScript; what cannot be read stays as it was. */
export function readSources(before: Blueprint, source: Source): ReadServer {
  const placed = placeTools(enabledTools(before));
  const reader = new StaticReader(new SourceSet(source.texts));
  const problems: ReadBackProblem[] = [];
  const server = source.isSame(SERVER) ? succeed(new Map<string, Constant>()) : readServer(reader);
  if (!server.ok) problems.push(toProblem(server));
  const properties = server.ok ? server.value : new Map<string, Constant>();
  const listed = findListed(reader, { placed, properties, problems });
  const { tools, renamed, files, ...read } = readWrittenTools(listed, {
    before,
    placed,
    reader,
    isSame: (tool) => filesOfTool(tool).every(source.isSame),
    actionOf: (path, known) =>
      readAction({ ...source, sources: reader.sources, placed }, path, known),
  });
  problems.push(...read.problems);
  const parts = readServerParts(reader, properties, before, problems);
  const own = properties.get('definitions');
  const isTouched = own !== undefined || source.isSame(DEFINITIONS) !== hasDefinitions(before);
  const schemas = own ? succeed(own) : findConstant(reader, DEFINITIONS_PLACE);
  const definitions = isTouched
    ? readDefinitions(reader, schemas, before.definitions, problems)
    : before.definitions;
  for (const file of reader.sources.listUnread(source.isGenerated)) {
    problems.push({ file, line: null, reason: UNLISTED });
  }
  const { mocks: _mocks, ...rest } = before;
  const blueprint = { ...rest, ...parts, definitions, tools, ...carryMocks(before, tools) };
  return { blueprint: followNames(blueprint, renamed), files, problems };
}

const UNLISTED = `It is not in the list of tools of ${SERVER}, so that it serves no tool.`;
const DEFINITIONS_PLACE = { path: DEFINITIONS, identifier: 'definitions' };

/** The properties of the server's definition; none where it holds nothing that can be read one by one. */
function readServer(reader: StaticReader): Result<Map<string, Constant>, Unreadable> {
  const constant = findConstant(reader, { path: SERVER, identifier: 'server' });
  if (!constant.ok) return constant;
  const properties = reader.properties(constant.value);
  if (!properties.ok || properties.value.has('tools')) return properties;
  return unreadable(SERVER, constant.value.node.loc?.start.line ?? 1, 'It has no list of tools.');
}

/** The tools that the server lists; those of before, where it has no list that can be read. */
function findListed(
  reader: StaticReader,
  {
    placed,
    properties,
    problems,
  }: {
    placed: readonly NamedTool[];
    properties: ReadonlyMap<string, Constant>;
    problems: ReadBackProblem[];
  },
): WrittenTool[] {
  const tools = properties.get('tools');
  const listed = tools && findWrittenTools(reader, tools);
  if (listed?.ok) return listed.value;
  if (listed) problems.push(toProblem(listed));
  return placed.map(({ path, source: { identifier } }) => {
    const place = { path, identifier };
    return { place, constant: () => findConstant(reader, place) };
  });
}

function hasDefinitions({ definitions }: Blueprint): boolean {
  return Object.keys(definitions).length > 0;
}

function carryMocks(before: Blueprint, tools: readonly Tool[]): Pick<Blueprint, 'mocks'> {
  const { mocks, ...rest } = before;
  let carried: Pick<Blueprint, 'mocks'> = mocks ? { mocks } : {};
  for (const tool of tools) {
    if (carried.mocks) carried = moveMocks({ ...rest, ...carried }, tool);
  }
  return carried;
}

/** Resources and prompts that still call a tool by the name that it had. */
function followNames(blueprint: Blueprint, renamed: ReadonlyMap<string, string>): Blueprint {
  const names = new Set(blueprint.tools.map(({ name }) => name));
  const follow = (name: string) => (names.has(name) ? name : (renamed.get(name) ?? name));
  const resources = blueprint.resources.map((resource) => {
    const { content } = resource;
    if (content.kind !== 'tool') return resource;
    return { ...resource, content: { ...content, tool: follow(content.tool) } };
  });
  const prompts = blueprint.prompts.map((prompt) =>
    prompt.tool === undefined ? prompt : { ...prompt, tool: follow(prompt.tool) },
  );
  return { ...blueprint, resources, prompts };
}

function toProblem({ file, line, message }: Unreadable): ReadBackProblem {
  return { file, line, reason: message };
}
