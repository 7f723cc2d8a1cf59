import { isJsonObject, type JsonObject } from '#app/runtime/json.ts';
import type { ServedTool } from '#app/runtime/served-definition.ts';

import type { SideComparison } from './compare-sides.ts';
import type { ContractFinding, ContractWeight } from './contract-diff.ts';
import {
  isBreaking,
  type ContractSide,
  type SchemaDifference,
} from './schemas/schema-difference.ts';

/** The differences between two states of a tool as its callers see them; its name is none of them. */
export function compareContracts(
  before: ServedTool,
  after: ServedTool,
  compare: SideComparison,
): ContractFinding[] {
  return [
    ...compareText('title', before.title, after.title),
    ...compareText('description', before.description, after.description),
    ...compareHints(before.annotations, after.annotations),
    ...compareNeeds(before.requires ?? [], after.requires ?? []),
    ...toFindings(
      compare(toCheckedInput(before.inputSchema), toCheckedInput(after.inputSchema), 'arguments'),
      'arguments',
    ),
    ...compareResults(before.outputSchema, after.outputSchema, compare),
  ];
}

/** A text that models or people read, as a finding if it differs. */
export function compareText(
  place: ContractFinding['place'],
  before: string | undefined,
  after: string | undefined,
  path = '',
): ContractFinding[] {
  if (before === after) return [];
  const verb = before === undefined ? 'Added' : after === undefined ? 'Removed' : 'Changed';
  return [
    {
      place,
      path,
      text: `${verb}.`,
      weight: 'words',
      before: before ?? null,
      after: after ?? null,
    },
  ];
}

function compareHints(
  before: ServedTool['annotations'] = {},
  after: ServedTool['annotations'] = {},
): ContractFinding[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((hint) =>
    compareText('hints', toText(old.get(hint)), toText(now.get(hint)), hint),
  );
}

function toText(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

function compareNeeds(before: readonly string[], after: readonly string[]): ContractFinding[] {
  const finding = (path: string, text: string, weight: ContractWeight): ContractFinding => ({
    place: 'needs',
    path,
    text,
    weight,
  });
  return [
    ...after
      .filter((need) => !before.includes(need))
      .map((need) =>
        finding(need, 'Calls of clients without this ability are refused now.', 'breaking'),
      ),
    ...before
      .filter((need) => !after.includes(need))
      .map((need) => finding(need, 'Clients without this ability may call it now.', 'harmless')),
  ];
}

function compareResults(
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  compare: SideComparison,
): ContractFinding[] {
  const whole = (text: string, weight: ContractWeight): ContractFinding[] => [
    { place: 'result', path: '', text, weight },
  ];
  if (before === undefined) {
    return after === undefined ? [] : whole('The result has a schema now.', 'harmless');
  }
  if (after === undefined) return whole('The result no longer has a schema.', 'breaking');
  return toFindings(compare(before, after, 'result'), 'result');
}

function toFindings(found: readonly SchemaDifference[], side: ContractSide): ContractFinding[] {
  return found.map((difference) => toFinding(difference, side));
}

function toFinding(difference: SchemaDifference, side: ContractSide): ContractFinding {
  const { path, text, effect, before, after } = difference;
  const harmless = effect === 'words' ? 'words' : 'harmless';
  return {
    place: side,
    path,
    text,
    weight: isBreaking(difference, side) ? 'breaking' : harmless,
    ...(before === undefined && after === undefined
      ? {}
      : { before: before ?? null, after: after ?? null }),
  };
}

/** An input schema as calls are checked: arguments that no schema describes are refused (`validateArguments`). */
function toCheckedInput(schema: JsonObject): JsonObject {
  const says = (keyword: string) => schema[keyword] !== undefined;
  const isOpen = ['additionalProperties', 'patternProperties', 'unevaluatedProperties'].some(says);
  const combines = ['allOf', 'anyOf', 'oneOf', '$ref', 'if'].some(says);
  const isClosed = !isOpen && !combines && isJsonObject(schema['properties']);
  return isClosed ? { ...schema, additionalProperties: false } : schema;
}
