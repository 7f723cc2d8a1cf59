import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { isJsonObject, type JsonObject } from '#app/runtime/json.ts';
import { validateArguments } from '#app/runtime/schema/validate-arguments.ts';

import { applyInput } from './apply-input.ts';
import { applyPagination, settlePagination } from './apply-pagination.ts';
import { applyOutput } from './apply-output.ts';
import { findResponseProblems } from './check-response.ts';
import { findSchemaFaults } from './check-schemas.ts';
import { flattenInput } from './flatten-input.ts';
import { describeChange } from './describe-change.ts';
import { dropArgument } from './drop-argument.ts';
import { withMadeDescription, withoutFacts } from './made-description.ts';
import { putArgument, type EditContext, type Edited } from './put-argument.ts';
import { renameArgument } from './rename-argument.ts';
import type { ArgumentChange, ToolChange } from './tool-change.ts';
import { applyRequest, newHttpTool } from './apply-request.ts';
import { isBinary, toArgumentSchema } from './argument-schema.ts';
import {
  definitionsOf,
  findArgument,
  isInPath,
  type Definitions,
  type HttpTool,
} from './http-tool.ts';
import {
  propertiesOf,
  propertyOf,
  requiredOf,
  withoutProperty,
  withProperty,
} from './object-schema.ts';
import { findTarget, type Target } from './request-target.ts';
import { setBodyType } from './tool-body.ts';
import { putConstant } from './tool-constants.ts';

type Tool = Blueprint['tools'][number];
type Unclear = { reason: 'unclear'; problems: PathProblem[] };

type Composed = Result<{ tool: Tool; upstream: { id: string; baseUrl: string } | null }, Unclear>;

/** The tool that a change makes of a known one, or of nothing; and the upstream that is new. */
export function composeTool(blueprint: Blueprint, change: ToolChange): Composed {
  const faults = findSchemaFaults(change, blueprint);
  if (faults.length > 0) return fail({ reason: 'unclear', problems: faults });
  const known = blueprint.tools.find(({ name }) => name === change.name);
  if (change.code) return composeCode(blueprint, change, change.code.source, known);
  if (!known && !change.request) {
    const message = `There is no tool named "${change.name}". To add one, give its request or code.`;
    return unclear('$.request', message);
  }
  if (known && known.action.kind !== 'http' && !change.request) {
    return composeOther(blueprint, change, known);
  }
  const usual = known && known.action.kind !== 'code' ? known.action.upstream : undefined;
  const target = change.request ? findTarget(blueprint, change.request, usual) : null;
  if (target && !target.ok) return target;
  const composed = composeHttp(blueprint, change, known, target?.value ?? null);
  if (!composed.ok) return composed;
  const described = withOutput(describeChange(composed.value, change), change, blueprint);
  const tool = withMadeDescription(described, blueprint.definitions);
  const problems = findResponseProblems(tool, change, blueprint);
  if (problems.length > 0) return fail({ reason: 'unclear', problems });
  return succeed({
    tool: withValidExamples(tool, known, blueprint.definitions),
    upstream: target?.value.isNew
      ? { id: target.value.upstream, baseUrl: target.value.baseUrl }
      : null,
  });
}

function unclear(path: string, message: string): { ok: false } & Unclear {
  return fail({ reason: 'unclear', problems: [{ path, message }] });
}

function composeCode(
  blueprint: Blueprint,
  change: ToolChange,
  source: string,
  known: Tool | undefined,
): Composed {
  const base: Tool = known ?? newHttpTool(change.name);
  return composeOther(blueprint, change, { ...base, action: { kind: 'code', source } });
}

/** A tool without a request: its arguments have no place in one. */
function composeOther(blueprint: Blueprint, change: ToolChange, base: Tool): Composed {
  if (change.constants || change.bodyType || change.keep?.length || change.pagination) {
    return unclear(
      '$',
      `"${change.name}" sends no request of its own: it has no constants, body, keep or pagination.`,
    );
  }
  let inputSchema = change.input ? { ...change.input, type: 'object' } : base.inputSchema;
  for (const { from, to } of change.renameArguments ?? []) {
    const schema = propertyOf(inputSchema, from);
    if (!schema) return unclear('$.renameArguments', `"${change.name}" has no argument "${from}".`);
    const required = requiredOf(inputSchema).includes(from);
    inputSchema = withProperty(withoutProperty(inputSchema, from), to, schema, required);
  }
  for (const name of change.removeArguments ?? []) inputSchema = withoutProperty(inputSchema, name);
  for (const argument of change.arguments ?? []) {
    const schema = toArgumentSchema(argument, propertyOf(inputSchema, argument.name));
    inputSchema = withProperty(inputSchema, argument.name, schema, argument.required);
  }
  const tool = describeChange({ ...base, inputSchema }, change);
  return succeed({ tool: withOutput(tool, change, blueprint), upstream: null });
}

function withOutput(tool: Tool, { output }: ToolChange, { definitions }: Blueprint): Tool {
  return output === undefined ? tool : applyOutput(tool, output, definitions);
}

function composeHttp(
  blueprint: Blueprint,
  change: ToolChange,
  known: Tool | undefined,
  target: Target | null,
): Result<HttpTool, Unclear> {
  const input = change.input && flattenInput(change.input, blueprint.definitions);
  if (typeof input === 'string') return unclear('$.input', input);
  return composeFlat(blueprint, input ? { ...change, input } : change, known, target);
}

function composeFlat(
  blueprint: Blueprint,
  change: ToolChange,
  known: Tool | undefined,
  target: Target | null,
): Result<HttpTool, Unclear> {
  const plain = withoutFacts(beginHttp(change.name, known), blueprint.definitions);
  const begun = withSchemas(plain, change.input);
  const context: EditContext = {
    definitions: definitionsOf(begun, blueprint),
    bodyType: change.bodyType ?? (hasFile(change) ? 'multipart' : 'json'),
    placed: new Set(),
  };
  let current = target ? applyRequest(begun, target, context) : begun;
  if (change.bodyType) current = setBodyType(current, change.bodyType, context.definitions);
  for (const [path, step] of listSteps(change, target, known, context)) {
    const edited = step(current);
    if (typeof edited === 'string') return unclear(path, edited);
    current = edited;
  }
  current = settlePagination(current, change, context.definitions);
  if (change.pagination === undefined) return succeed(current);
  const paged = applyPagination(current, change.pagination, context.definitions);
  return typeof paged === 'string' ? unclear('$.pagination', paged) : succeed(paged);
}

function beginHttp(name: string, known: Tool | undefined): HttpTool {
  if (known?.action.kind === 'http') return { ...known, action: known.action };
  const fresh = newHttpTool(name);
  return known ? { ...known, inputSchema: fresh.inputSchema, action: fresh.action } : fresh;
}

/** The tool with the schemas that its new arguments refer to, instead of its old ones. */
function withSchemas(tool: HttpTool, input: JsonObject | undefined): HttpTool {
  if (input === undefined) return tool;
  const { $defs: _old, ...inputSchema } = tool.inputSchema;
  const $defs = input['$defs'];
  return { ...tool, inputSchema: $defs === undefined ? inputSchema : { ...inputSchema, $defs } };
}

function hasFile({ arguments: given = [], input = {} }: ToolChange): boolean {
  return (
    given.some(({ format, in: place = 'body' }) => format === 'binary' && place === 'body') ||
    Object.values(propertiesOf(input)).some((each) => isJsonObject(each) && isBinary(each))
  );
}

type Step = [path: string, step: (tool: HttpTool) => Edited];

/** Steps that change the arguments, in order. */
function listSteps(
  change: ToolChange,
  target: Target | null,
  known: Tool | undefined,
  context: EditContext,
): Step[] {
  const { definitions } = context;
  const given = change.arguments ?? [];
  const put = (argument: ArgumentChange) => (tool: HttpTool) =>
    putArgument(tool, argument, context);
  return [
    ...(change.renameArguments ?? []).map((rename, index): Step => [
      `$.renameArguments[${index}]`,
      (tool) => renameArgument(tool, rename, definitions),
    ]),
    ...(change.removeArguments ?? []).map((name, index): Step => [
      `$.removeArguments[${index}]`,
      (tool) => removeArgument(tool, name, known, definitions),
    ]),
    ...listOfAddress(change, target, known).map((argument): Step => [
      '$.request.url',
      (tool) => putFromAddress(tool, argument, given, context),
    ]),
    ...listOfInput(change, context),
    ...given.map((argument, index): Step => [`$.arguments[${index}]`, put(argument)]),
    ...(change.constants ?? []).map((constant, index): Step => [
      `$.constants[${index}]`,
      (tool) => putConstant(tool, constant, definitions),
    ]),
  ];
}

function listOfInput({ input, arguments: given = [] }: ToolChange, context: EditContext): Step[] {
  if (input === undefined) return [];
  return [['$.input', (tool) => applyInput(tool, input, given, context)]];
}

function removeArgument(
  tool: HttpTool,
  name: string,
  before: Tool | undefined,
  definitions: Definitions,
): Edited {
  const argument = findArgument(tool, name, definitions);
  if (!argument) {
    // The request that was given in the same change has no place for it any more.
    const wasThere =
      before !== undefined &&
      (propertyOf(before.inputSchema, name) !== null || before.asked?.includes(name) === true);
    return wasThere ? tool : `${tool.name} has no argument "${name}".`;
  }
  if (argument.in === 'path' && isInPath(tool, argument.wire)) {
    return `"${name}" is part of the path, so it cannot be left out.`;
  }
  return dropArgument(tool, argument, definitions);
}

/** Arguments that the address names, and those of the code that the request replaces. */
function listOfAddress(
  { constants = [] }: ToolChange,
  target: Target | null,
  known: Tool | undefined,
): ArgumentChange[] {
  if (target === null) return [];
  const fixed = new Set(constants.flatMap((each) => (each.in === 'query' ? [each.name] : [])));
  const isReplaced = known !== undefined && known.action.kind !== 'http';
  const replaced = isReplaced ? Object.keys(propertiesOf(known.inputSchema)) : [];
  return [
    ...target.pathArguments.map((name) => ({ name, in: 'path' as const })),
    ...target.query.filter(({ name }) => !fixed.has(name)),
    ...replaced.map((name): ArgumentChange => {
      const schema = propertyOf(known?.inputSchema ?? {}, name);
      const required = requiredOf(known?.inputSchema ?? {}).includes(name);
      return { name, required, ...(schema ? { schema } : {}) };
    }),
  ];
}

/** Adds an argument of the address, unless it is described separately or already known. */
function putFromAddress(
  tool: HttpTool,
  argument: ArgumentChange,
  given: readonly ArgumentChange[],
  context: EditContext,
): Edited {
  const known = findArgument(tool, argument.name, context.definitions, argument.in);
  const isThere = known !== null && known.in === argument.in;
  const isGiven = given.some(
    ({ name, in: place }) => name === argument.name && (place ?? argument.in) === argument.in,
  );
  // A path's argument is put in its place in any case; what is said beside it is added to that.
  if (isThere || (isGiven && argument.in !== 'path')) return tool;
  return putArgument(tool, argument, { ...context, placed: new Set() });
}

/** Examples that the arguments refuse by now are examples no more. */
function withValidExamples(tool: Tool, known: Tool | undefined, definitions: Definitions): Tool {
  const { examples, ...rest } = tool;
  if (!examples || tool.inputSchema === known?.inputSchema) return tool;
  const valid = examples.filter(
    (each) => validateArguments(tool, each.arguments, definitions) === null,
  );
  return valid.length > 0 ? { ...rest, examples: valid } : rest;
}
