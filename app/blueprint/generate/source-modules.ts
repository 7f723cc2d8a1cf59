import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { enabledTools } from '#app/blueprint/to-server-definition.ts';

import { PrintedCode, printLiteral } from './print-literal.ts';
import { assignSourceNames } from './tool-names.ts';
import type { SourceName } from './tool-names.ts';

/** One generated module, as TypeScript and as JavaScript without types. */
export interface SourceModule {
  path: string;
  typescript: string;
  /** Null for a hand-written module: its types have to be stripped by a parser. */
  javascript: string | null;
}

/** An enabled tool with its names in the generated source. */
export interface NamedTool {
  tool: Tool;
  source: SourceName;
}

/** The enabled tools with their file names and identifiers, in the blueprint's order. */
export function nameSources(blueprint: Blueprint): NamedTool[] {
  const tools = enabledTools(blueprint);
  const names = assignSourceNames(tools.map((tool) => tool.name));
  return tools.map((tool) => {
    const source = names.get(tool.name);
    if (source === undefined) throw new Error(`The tool ${tool.name} has no source name.`);
    return { tool, source };
  });
}

/** Modules that differ from server to server: `src/server.ts` and what it imports. */
export function* toSourceModules(
  blueprint: Blueprint,
  tools: NamedTool[],
): Generator<SourceModule> {
  yield toServerModule(blueprint, tools);
  if (hasDefinitions(blueprint)) yield toDefinitionsModule(blueprint);
  for (const named of tools) {
    yield toToolModule(named);
    const { action } = named.tool;
    if (action.kind === 'code') {
      const typescript = action.source.endsWith('\n') ? action.source : `${action.source}\n`;
      yield { path: actionPath(named.source), typescript, javascript: null };
    }
  }
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
  const imports = tools.map(
    ({ source }) => `import { ${source.identifier} } from './tools/${source.file}.ts';\n`,
  );
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

function toToolModule({ tool, source }: NamedTool): SourceModule {
  const { name, title, description, annotations, inputSchema, outputSchema, requires } = tool;
  const { action } = tool;
  const isCode = action.kind === 'code';
  return toModule({
    path: `src/tools/${source.file}.ts`,
    values: isCode ? `import run from './${source.file}.action.ts';\n` : '',
    type: { name: 'ToolDefinition', from: '../runtime/definition.ts' },
    doc: summarise(tool),
    identifier: source.identifier,
    value: {
      name,
      title,
      description,
      annotations,
      inputSchema,
      outputSchema,
      requires,
      action: isCode ? new PrintedCode("{ kind: 'code', run }") : action,
    },
  });
}

/** Names what the tool calls; a path is only shown if it cannot end a comment. */
function summarise({ name, action }: Tool): string {
  if (action.kind === 'http' && /^[\w/{}.~:-]+$/.test(action.path)) {
    return `Tool \`${name}\`: ${action.method} ${action.path}`;
  }
  return `Tool \`${name}\`.`;
}

interface ModuleParts {
  path: string;
  /** Imports of values. */
  values: string;
  type: { name: string; from: string; member?: string };
  /** Must contain no text of the blueprint except names. */
  doc: string;
  identifier: string;
  value: unknown;
}

function toModule({ path, values, type, doc, identifier, value }: ModuleParts): SourceModule {
  const annotation = type.member === undefined ? type.name : `${type.name}['${type.member}']`;
  const typed = `export const ${identifier}: ${annotation} = `;
  const literal = printLiteral(value, 0, typed.length);
  const imports = `import type { ${type.name} } from '${type.from}';\n`;
  return {
    path,
    typescript: `${sortImports(imports + values)}\n/** ${doc} */\n${typed}${literal};\n`,
    javascript: `${values}export const ${identifier} = ${literal};\n`,
  };
}

/** Sorted by module, as a formatter would. */
function sortImports(lines: string): string {
  const module = (line: string) => line.slice(line.indexOf("'"));
  return lines
    .split(/(?<=\n)/)
    .toSorted((a, b) => (module(a) < module(b) ? -1 : 1))
    .join('');
}
