import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isJsonObject, type JsonObject } from '#app/runtime/json.ts';
import { closestName } from '#app/runtime/schema/closest-name.ts';

import type { FailureGroup } from './failure-group.ts';

/** Fields of an answer that a proposal names. */
const MAX_FIELDS = 6;
/** Of a call of an endpoint as a whole (`CALL_DEADLINE_MS`), with room for what is around it. */
const MAX_TIMEOUT_MS = 50_000;
/** As tools are named. */
export const TOOL_NAME = /^[A-Za-z_][\w-]{0,63}$/;

const ADVICE_OF_STATUS: [status: RegExp, advice: string][] = [
  [/ 40[13]$/, 'The tool needs no change: check the secrets of the project, and how it signs in.'],
  [/ 429$/, 'Let fewer requests run at once, and wait longer between attempts.'],
  [/ 4\d\d$/, 'Describe the arguments so that callers send what the API takes.'],
];

/**
 * The change of a server that most likely ends a group of failures: a request that the built-in builder carries
 * out as it stands, or advice for a model or a person. A name that a caller may have made up is in advice only.
 */
export type FixProposal = { kind: 'request' | 'advice'; text: string };

export function proposeFix(group: FailureGroup, blueprint: Blueprint): FixProposal {
  const { tools, policies } = blueprint;
  const name = group.tool ?? '';
  const cause = group.cause ?? '';
  switch (group.end) {
    case 'argumentRefused':
      return proposeArgument(name, cause, blueprint);
    case 'timeOut': {
      const seconds = Math.round(Math.min(MAX_TIMEOUT_MS, policies.timeoutMs * 2) / 1_000);
      return advise(`Raise the time-out in the policies to ${seconds} s, or ask the API for less.`);
    }
    case 'answerTooLarge':
      return proposeLess(name, tools.find((tool) => tool.name === name)?.outputSchema);
    case 'outputBroken':
      return advise('Correct the output schema to match what the API returns, or leave it out.');
    case 'toolNotFound':
      return proposeName(name, blueprint);
    case 'upstreamStatus': {
      const [, advice] = ADVICE_OF_STATUS.find(([status]) => status.test(cause)) ?? [];
      return advise(advice ?? 'Check the request against the documentation of the API.');
    }
    case 'upstreamFailed':
      return advise(
        /secret/i.test(cause)
          ? 'The tool needs no change: set the secrets of the project.'
          : 'Check the address of the API, and which requests are tried again.',
      );
    default:
      return advise('Find out why the tool fails, and correct it.');
  }
}

function proposeArgument(
  tool: string,
  cause: string,
  { tools }: Pick<Blueprint, 'tools'>,
): FixProposal {
  const [, argument = '', problem = ''] = /^([A-Za-z_][\w-]{0,63}) ([^;]*)/.exec(cause) ?? [];
  if (problem.startsWith('is required') && declares(tools, tool, argument))
    return ask(`Make ${argument} optional in ${tool}.`);
  return advise('Describe the argument so that callers get it right, or accept what they send.');
}

/** Whether a name is one of the server's own, and not one that a caller made up. */
function declares(tools: Blueprint['tools'], name: string, argument: string): boolean {
  const properties = tools.find((tool) => tool.name === name)?.inputSchema['properties'];
  return isJsonObject(properties) && Object.hasOwn(properties, argument);
}

function proposeLess(tool: string, schema: unknown): FixProposal {
  const fields = isJsonObject(schema) ? findFields(schema, '') : [];
  if (fields.length > 0) return ask(`From ${tool} keep only ${fields.join(', ')}.`);
  return advise('Ask the API for less: a smaller page, or fewer fields.');
}

/** Paths of the plain fields of an object, or of those in the list that it holds. */
function findFields(schema: JsonObject, path: string): string[] {
  const { properties, items } = schema;
  if (isJsonObject(items)) return findFields(items, path === '' ? '' : `${path}[]`);
  if (!isJsonObject(properties)) return [];
  const fields = Object.entries(properties);
  const lists = fields.flatMap(([name, value]) =>
    isJsonObject(value) && isJsonObject(value['items']) ? [{ name, value }] : [],
  );
  const [list] = lists;
  // A page: what is large about it is its list.
  if (path === '' && list !== undefined && lists.length === 1) {
    const inner = findFields(list.value, list.name);
    if (inner.length > 0) return inner;
  }
  return fields
    .filter(
      ([, value]) => isJsonObject(value) && value['type'] !== 'array' && value['type'] !== 'object',
    )
    .map(([name]) => (path === '' ? name : `${path}.${name}`))
    .slice(0, MAX_FIELDS);
}

function proposeName(asked: string, { tools }: Blueprint): FixProposal {
  const names = tools.filter(({ enabled }) => enabled).map(({ name }) => name);
  const close = TOOL_NAME.test(asked) ? closestName(asked, names) : null;
  // Anybody may ask for any name, so that it is never an order.
  if (close !== null) return advise(`Rename ${close} to ${asked}, if many ask for it.`);
  return advise('Say in the instructions of the server which tools it has.');
}

function ask(text: string): FixProposal {
  return { kind: 'request', text };
}

function advise(text: string): FixProposal {
  return { kind: 'advice', text };
}
