import { answerShapes, schemaShape } from '#app/blueprint/answers/answer-shape.ts';
import type { AnswerShape } from '#app/blueprint/answers/answer-shape.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { HttpAction, JsonObject, JsonSchema } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { pagingArguments } from '#app/runtime/tools/paging-arguments.ts';

/** Names that are told; the rest is counted. */
const MAX_NAMED = 4;
/** Names that a sentence can hold; an API may call its fields anything. */
const PLAIN_NAME = /^[\p{L}_$@][\p{L}\p{N}_$@.-]{0,39}$/u;

/** Arguments that choose a part of a list, wherever there is one. */
const PAGING = /^(?:page|limit|offset|cursor|skip|per[_-]?page|page[_-]?(?:size|number|token))$/i;

type RequestTool = Pick<Tool, 'inputSchema' | 'outputSchema'> & { action: Tool['action'] };
type Definitions = { [name: string]: JsonSchema };

/**
 * Says from the schemas of a tool what it takes and returns besides what its path names: "Needs team; takes status;
 * returns id, name and email." Empty where they name nothing.
 */
export function composeFacts(tool: RequestTool, definitions: Definitions): string {
  const { action } = tool;
  if (action.kind !== 'http') return '';
  const { required, optional } = listInputs(tool, action, definitions);
  const parts = [
    tell('needs', required),
    tell('takes', optional),
    tell('returns', listAnswer(tool, action, definitions)),
  ].filter((part) => part !== '');
  const text = parts.join('; ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** `takes status, team and 3 more`. */
function tell(verb: string, names: readonly string[]): string {
  const plain = names.filter((name) => PLAIN_NAME.test(name));
  if (plain.length === 0) return '';
  // One more takes no more room than saying so.
  const shown = plain.length <= MAX_NAMED + 1 ? plain : plain.slice(0, MAX_NAMED);
  const rest = plain.length - shown.length;
  const last = rest > 0 ? `${rest} more` : shown.length > 1 ? shown.at(-1) : undefined;
  const first = rest > 0 || shown.length === 1 ? shown : shown.slice(0, -1);
  return `${verb} ${first.join(', ')}${last === undefined ? '' : ` and ${last}`}`;
}

/** Names of arguments that mean something: not those of the path, of headers, or of paging. */
function listInputs(
  { inputSchema }: RequestTool,
  action: HttpAction,
  definitions: Definitions,
): { required: string[]; optional: string[] } {
  const paging = new Set(Object.values(pagingArguments(action) ?? {}).map(toArgument));
  const isPaging = (name: string) => paging.has(name) || PAGING.test(name);
  const named = action.parameters
    .filter(({ in: place, argument }) => place === 'query' && !isPaging(argument))
    .map(toArgument);
  const needed = requiredOf(inputSchema);
  const body = action.body ? bodyOf(inputSchema, action.body.argument, definitions) : null;
  const isNeeded = (name: string) => needed.has(name);
  return {
    required: [...named.filter(isNeeded), ...(body?.required ?? [])],
    optional: [...named.filter((name) => !isNeeded(name)), ...(body?.optional ?? [])],
  };
}

function toArgument({ argument }: { argument: string }): string {
  return argument;
}

function bodyOf(
  { properties, $defs }: JsonObject,
  argument: string,
  definitions: Definitions,
): { required: string[]; optional: string[] } {
  const schema = isJsonObject(properties) ? properties[argument] : undefined;
  if (!isJsonObject(schema)) return { required: [], optional: [] };
  const own = isJsonObject($defs) ? $defs : {};
  const { names, needed } = schemaShape(schema, { $defs: { ...definitions, ...own } });
  return {
    required: names.filter((name) => needed.has(name)),
    optional: names.filter((name) => !needed.has(name)),
  };
}

function requiredOf({ required }: JsonObject): Set<unknown> {
  return new Set(Array.isArray(required) ? required : []);
}

/** Names of the fields that come back: those of its items where the answer is, or holds, one list. */
function listAnswer(
  { outputSchema }: RequestTool,
  action: HttpAction,
  definitions: Definitions,
): string[] {
  const { keep } = action.response;
  if (keep !== undefined && keep.length > 0) return keep;
  const { declared, example } = answerShapes({ outputSchema, action }, { definitions });
  const shape = declared === null || declared.names.length === 0 ? example : declared;
  if (shape === null) return [];
  return shape.isList ? shape.names : (findInside(shape)?.names ?? shape.names);
}

/** Names of the property that holds what was asked for, beside what is said of the call. */
const ENVELOPE = /^(?:data|results?|response|payload|content|items?|records?|objects?|values?)$/i;

/** Names by which an object is the thing that was asked for, not an envelope of it. */
const OWN_NAME = /^(?:id|uuid|name|key)$/i;

/** The items of the only list of objects in an answer, or what its envelope holds. */
function findInside(shape: AnswerShape): AnswerShape | null {
  if (shape.names.some((name) => OWN_NAME.test(name))) return null;
  const inner = shape.names.flatMap((name) => {
    const inside = shape.inside(name);
    return inside === null || inside.names.length === 0 ? [] : [{ name, inside }];
  });
  const lists = inner.filter(({ inside }) => inside.isList);
  const meant = lists.length === 1 ? lists : inner.filter(({ name }) => ENVELOPE.test(name));
  return meant.length === 1 ? (meant[0]?.inside ?? null) : null;
}
