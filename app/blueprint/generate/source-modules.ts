import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { enabledTools } from '#app/blueprint/to-server-definition.ts';

import { PrintedCode, printLiteral } from './print-literal.ts';
import { placeTools } from './tool-modules.ts';
import type { NamedTool } from './tool-modules.ts';
import type { SourceName } from './tool-names.ts';

/** One generated module, as TypeScript and as JavaScript without types, in pieces that both share. */
export interface SourceModule {
  path: string;
  typescript: readonly string[];
  /** Null for a hand-written module: its types have to be stripped by a parser. */
  javascript: readonly string[] | null;
}

/** The enabled tools with their modules and identifiers, in the blueprint's order. */
export function nameSources(blueprint: Blueprint): NamedTool[] {
  return placeTools(enabledTools(blueprint));
}

/** Modules that differ from server to server: `src/server.ts` and what it imports. */
export function* toSourceModules(
  blueprint: Blueprint,
  tools: NamedTool[],
): Generator<SourceModule> {
  yield toServerModule(blueprint, tools);
  if (hasDefinitions(blueprint)) yield toDefinitionsModule(blueprint);
  for (const [path, members] of byModule(tools)) {
    yield toToolModule(path, members);
    for (const { tool, source } of members) {
      const { action } = tool;
      if (action.kind !== 'code') continue;
      const typescript = [action.source, action.source.endsWith('\n') ? '' : '\n'];
      yield { path: actionPath(source), typescript, javascript: null };
    }
  }
}

/** The tools of each module. */
function byModule(tools: NamedTool[]): Map<string, NamedTool[]> {
  const modules = new Map<string, NamedTool[]>();
  for (const tool of tools) {
    const members = modules.get(tool.path);
    if (members) members.push(tool);
    else modules.set(tool.path, [tool]);
  }
  return modules;
}

function actionPath(source: SourceName): string {
  return `src/tools/${source.file}.action.ts`;
}

function hasDefinitions(blueprint: Blueprint): boolean {
  return Object.keys(blueprint.definitions).length > 0;
}

function toServerModule(blueprint: Blueprint, tools: NamedTool[]): SourceModule {
  const { identity, upstreams, secrets, resources, prompts, policies } = blueprint;
  const shared = hasDefinitions(blueprint);
  const imports = [...byModule(tools)].map(([path, members]) => {
    const names = members.map(({ source }) => source.identifier);
    return printImport(names, `./${path.slice('src/'.length)}`);
  });
  return toModule({
    path: 'src/server.ts',
    values: (shared ? "import { definitions } from './definitions.ts';\n" : '') + imports.join(''),
    type: { name: 'ServerDefinition', from: './runtime/definition.ts' },
    doc: 'Definition of this server.',
    identifier: 'server',
    value: {
      identity,
      upstreams,
      secrets,
      definitions: shared ? new PrintedCode('definitions') : {},
      tools: tools.map(({ source }) => new PrintedCode(source.identifier)),
      resources,
      prompts,
      policies,
    },
  });
}

function toDefinitionsModule(blueprint: Blueprint): SourceModule {
  return toModule({
    path: 'src/definitions.ts',
    values: '',
    type: { name: 'ServerDefinition', from: './runtime/definition.ts', member: 'definitions' },
    doc: 'Schemas shared by tools, referenced as `#/$defs/…`.',
    identifier: 'definitions',
    value: blueprint.definitions,
  });
}

function toToolModule(path: string, members: NamedTool[]): SourceModule {
  const constants = members.map(({ tool, source }) => toConstant(tool, source));
  const coded = members.filter(({ tool }) => tool.action.kind === 'code');
  const values = coded.map(({ source }) => `import run from './${source.file}.action.ts';\n`);
  return joinConstants({
    path,
    values: values.join(''),
    type: { name: 'ToolDefinition', from: '../runtime/definition.ts' },
    constants,
  });
}

function toConstant(tool: Tool, { identifier }: SourceName): Constant {
  const { name, title, description, annotations, inputSchema, outputSchema, requires } = tool;
  const { action } = tool;
  return {
    doc: summarise(tool),
    identifier,
    value: {
      name,
      title,
      description,
      annotations,
      inputSchema,
      outputSchema,
      requires,
      action: action.kind === 'code' ? new PrintedCode("{ kind: 'code', run }") : action,
    },
  };
}

/** Names what the tool calls; a path is only shown if it cannot end a comment. */
function summarise({ name, action }: Tool): string {
  if (action.kind === 'http' && /^[\w/{}.~:-]+$/.test(action.path)) {
    return `Tool \`${name}\`: ${action.method} ${action.path}`;
  }
  return `Tool \`${name}\`.`;
}

interface Constant {
  /** Must contain no text of the blueprint except names. */
  doc: string;
  identifier: string;
  value: unknown;
}

interface ModuleFrame {
  path: string;
  /** Imports of values. */
  values: string;
  type: { name: string; from: string; member?: string };
}

function toModule({ path, values, type, ...constant }: ModuleFrame & Constant): SourceModule {
  return joinConstants({ path, values, type, constants: [constant] });
}

/** A module of constants of one type. */
function joinConstants({
  path,
  values,
  type,
  constants,
}: ModuleFrame & { constants: Constant[] }): SourceModule {
  const annotation = type.member === undefined ? type.name : `${type.name}['${type.member}']`;
  const imports = `import type { ${type.name} } from '${type.from}';\n`;
  const typescript = [sortImports(imports + values)];
  const javascript = [values];
  for (const { doc, identifier, value } of constants) {
    const typed = `export const ${identifier}: ${annotation} = `;
    const literal = printLiteral(value, 0, typed.length);
    typescript.push(`\n/** ${doc} */\n${typed}`, literal, ';\n');
    javascript.push(`export const ${identifier} = `, literal, ';\n');
  }
  return { path, typescript, javascript };
}

/** As a formatter would, whose lines have 100 characters. */
function printImport(names: string[], from: string): string {
  const line = `import { ${names.join(', ')} } from '${from}';\n`;
  if (line.length <= 101) return line;
  return `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}';\n`;
}

/** Sorted by module, as a formatter would. */
function sortImports(lines: string): string {
  const module = (line: string) => line.slice(line.indexOf("'"));
  return lines
    .split(/(?<=;\n)/)
    .toSorted((a, b) => (module(a) < module(b) ? -1 : 1))
    .join('');
}
