import { toJsonPath } from '#app/platform/json-path.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import type { JsonSchema } from '#app/runtime/definition.ts';

import type { Blueprint } from './blueprint.ts';
import { findSignatureProblems } from './find-signature-problems.ts';
import { isPlainObject } from './json.ts';
import { definitionOfRef, eachRef } from './schema-refs.ts';
import type { Tool } from './tool.ts';

type Path = (string | number)[];
type Report = (path: Path, message: string) => void;

/** Finds every reference of a well-formed blueprint that is missing its target or defined twice. */
export function findBrokenReferences(blueprint: Blueprint): PathProblem[] {
  const problems: PathProblem[] = [];
  const report: Report = (path, message) => problems.push({ path: toJsonPath(path), message });
  const { tools, upstreams, secrets, sources, resources, prompts, definitions } = blueprint;

  checkUnique(
    tools.map((tool) => tool.name),
    ['tools'],
    'name',
    report,
  );
  checkUnique(
    upstreams.map((upstream) => upstream.id),
    ['upstreams'],
    'id',
    report,
  );
  checkUnique(
    secrets.map((secret) => secret.name),
    ['secrets'],
    'name',
    report,
  );
  checkUnique(
    sources.map((source) => source.id),
    ['sources'],
    'id',
    report,
  );
  checkUnique(
    resources.map((resource) => resource.uri),
    ['resources'],
    'uri',
    report,
  );
  checkUnique(
    prompts.map((prompt) => prompt.name),
    ['prompts'],
    'name',
    report,
  );

  checkUpstreams(blueprint, report);
  const toolNames = new Set(tools.map((tool) => tool.name));
  resources.forEach(({ content }, index) => {
    if (content.kind === 'tool' && !toolNames.has(content.tool)) {
      report(['resources', index, 'content', 'tool'], `There is no tool named "${content.tool}".`);
    }
  });
  prompts.forEach(({ tool }, index) => {
    if (tool !== undefined && !toolNames.has(tool)) {
      report(['prompts', index, 'tool'], `There is no tool named "${tool}".`);
    }
  });
  for (const [name, schema] of Object.entries(definitions)) {
    checkRefs(schema, ['definitions', name], blueprint, report);
  }
  tools.forEach((tool, index) => checkTool(tool, ['tools', index], blueprint, report));
  return problems;
}

function checkMocks({ mocks, upstreams }: Blueprint, report: Report): void {
  mocks?.forEach(({ upstream }, index) => {
    if (upstreams.some(({ id }) => id === upstream)) return;
    report(['mocks', index, 'upstream'], `There is no upstream "${upstream}".`);
  });
}

function checkUnique(names: string[], path: Path, key: string, report: Report): void {
  const seen = new Set<string>();
  names.forEach((name, index) => {
    if (seen.has(name)) report([...path, index, key], `"${name}" already exists.`);
    seen.add(name);
  });
}

function checkUpstreams(blueprint: Blueprint, report: Report): void {
  checkMocks(blueprint, report);
  const secrets = new Set(blueprint.secrets.map((secret) => secret.name));
  blueprint.upstreams.forEach((upstream, index) => {
    const path = ['upstreams', index];
    const { host, search, hash } = new URL(upstream.baseUrl);
    if (search || hash) report([...path, 'baseUrl'], 'A base URL has neither query nor fragment.');
    if (!upstream.allowedHosts.includes(host)) {
      report([...path, 'allowedHosts'], `The base URL's own host "${host}" must be in the list.`);
    }
    upstream.auth.forEach((scheme, at) => {
      for (const [key, value] of Object.entries(scheme)) {
        if (!/secret$/i.test(key) || typeof value !== 'string' || secrets.has(value)) continue;
        report([...path, 'auth', at, key], `There is no secret named "${value}".`);
      }
      if (scheme.kind !== 'signature') return;
      for (const problem of findSignatureProblems(scheme, secrets)) {
        report([...path, 'auth', at, ...problem.path], problem.message);
      }
    });
    checkUnique(
      upstream.auth.map((scheme) => scheme.id),
      [...path, 'auth'],
      'id',
      report,
    );
    checkSecurity(upstream.security, [...path, 'security'], upstream, report);
  });
}

function checkSecurity(
  security: string[][],
  path: Path,
  upstream: Blueprint['upstreams'][number],
  report: Report,
): void {
  const known = new Set(upstream.auth.map((scheme) => scheme.id));
  security.forEach((all, index) =>
    all.forEach((id, at) => {
      if (known.has(id)) return;
      report(
        [...path, index, at],
        `Upstream "${upstream.id}" has no authentication scheme "${id}".`,
      );
    }),
  );
}

function checkTool(tool: Tool, path: Path, blueprint: Blueprint, report: Report): void {
  checkRoot(tool.inputSchema, [...path, 'inputSchema'], report);
  checkRefs(tool.inputSchema, [...path, 'inputSchema'], blueprint, report);
  if (tool.outputSchema) {
    checkRoot(tool.outputSchema, [...path, 'outputSchema'], report);
    checkRefs(tool.outputSchema, [...path, 'outputSchema'], blueprint, report);
  }
  if (tool.origin && !blueprint.sources.some(({ id }) => id === tool.origin?.source)) {
    report([...path, 'origin', 'source'], `There is no source "${tool.origin.source}".`);
  }
  const { action } = tool;
  if (action.kind === 'code') return;
  const upstream = blueprint.upstreams.find(({ id }) => id === action.upstream);
  if (!upstream) {
    report([...path, 'action', 'upstream'], `There is no upstream "${action.upstream}".`);
    return;
  }
  if (action.kind === 'mcp') return;
  if (action.security)
    checkSecurity(action.security, [...path, 'action', 'security'], upstream, report);
  checkArguments(tool, path, report);
}

/** Every argument that the action reads must be declared in the input schema. */
function checkArguments(tool: Tool, path: Path, report: Report): void {
  if (tool.action.kind !== 'http') return;
  const { properties } = tool.inputSchema;
  const known = isPlainObject(properties) ? properties : {};
  const check = (argument: string | undefined, at: Path) => {
    if (argument === undefined || Object.hasOwn(known, argument)) return;
    report([...path, 'action', ...at], `The input schema has no property "${argument}".`);
  };
  const { action } = tool;
  action.parameters.forEach(({ argument }, index) =>
    check(argument, ['parameters', index, 'argument']),
  );
  check(action.body?.argument, ['body', 'argument']);
  check(action.body?.mediaTypeArgument, ['body', 'mediaTypeArgument']);
  const { pagination } = action;
  // A property of the body may be one of several alternatives.
  if (pagination && pagination.kind !== 'link' && !action.body) {
    check(pagination.argument, ['pagination', 'argument']);
  }
  const inPath = new Set(action.parameters.filter((p) => p.in === 'path').map((p) => p.name));
  for (const [, name = ''] of action.path.matchAll(/\{([^{}]+)\}/g)) {
    if (!inPath.has(name)) report([...path, 'action', 'path'], `No parameter fills "{${name}}".`);
  }
}

function checkRoot(schema: Tool['inputSchema'], path: Path, report: Report): void {
  if (schema['type'] !== 'object')
    report([...path, 'type'], 'The root of the schema must be of type "object".');
}

function checkRefs(schema: JsonSchema, path: Path, blueprint: Blueprint, report: Report): void {
  const own = typeof schema === 'object' && isPlainObject(schema['$defs']) ? schema['$defs'] : {};
  eachRef(schema, (ref, at) => {
    if (ref === '#' || (ref.startsWith('#/') && !ref.startsWith('#/$defs/'))) return;
    const name = definitionOfRef(ref);
    if (name !== null && (Object.hasOwn(own, name) || Object.hasOwn(blueprint.definitions, name)))
      return;
    const message =
      name === null
        ? `"${ref}" points outside this blueprint; only "#/$defs/…" is followed.`
        : `There is no definition named "${name}".`;
    report([...path, ...at, '$ref'], message);
  });
}
