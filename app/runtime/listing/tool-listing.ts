import type { JsonObject, ToolAnnotations } from '../definition.ts';
import type { ServedDefinition, ServedTool } from '../served-definition.ts';
import { INPUT_FORMATS, OUTPUT_FORMATS } from './known-formats.ts';
import { SchemaLister } from './schema-lister.ts';
import type { ListedSchema } from './schema-lister.ts';

/** A tool in a list, with self-contained schemas. */
export interface ListedTool {
  [key: string]: unknown;
  name: string;
  title?: string;
  description?: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations?: ToolAnnotations;
}

type ObjectSchema = JsonObject & { type: 'object' };

/** The list of a server's tools as clients get it. Plain JSON. */
export interface ToolListing {
  tools: ListedTool[];
  /** Names of the tools whose input schema is shown in part. */
  cutInputs: string[];
  /** Names of the tools whose output schema is shown in part or not at all. */
  cutOutputs: string[];
}

/**
 * Characters of all input schemas of a list. Clients hold the whole list in memory, and parse and check it
 * before anything else.
 */
const INPUTS_LENGTH = 4_000_000;
/** Of one, which a list of few tools may use up. */
const INPUT_MAX = 24_000;
const INPUT_MIN = 2_000;
/**
 * Characters of all output schemas of a list. The official client compiles all of them before the first call,
 * whichever tool is called: about 2 ms for 1,000 characters.
 */
const OUTPUTS_LENGTH = 60_000;
const OUTPUT_MAX = 8_000;
const OUTPUT_MIN = 600;
/** Cost of compiling any schema, however small, in characters. */
const OUTPUT_COST = 200;

/** Keyed by the definition: the list of a thousand tools is made once, not per request. */
const known = new WeakMap<ServedDefinition, ToolListing>();

/** Reads a list that was made before, of the same definition; null where there is none. */
export type ListingReader = () => ToolListing | null;

const provided = new WeakMap<ServedDefinition, ListingReader>();

/** Has the list read, when it is first asked for, instead of made; null makes it all the same. */
export function provideToolListing(served: ServedDefinition, read: ListingReader): void {
  provided.set(served, read);
}

/**
 * The list that every client of a server gets, wherever it runs. Small schemas are shown whole, with the shared
 * definitions that they reach; larger ones accept at least the same values and say less, so that the list has
 * a size that clients can hold. Arguments are checked against the whole schema all the same.
 */
export function toToolListing(served: ServedDefinition): ToolListing {
  const listing = known.get(served) ?? provided.get(served)?.() ?? makeListing(served);
  known.set(served, listing);
  return listing;
}

function makeListing({ tools, definitions }: ServedDefinition): ToolListing {
  const count = Math.max(tools.length, 1);
  const inputs = new SchemaLister(definitions, INPUT_FORMATS);
  const inputRoom = share(INPUTS_LENGTH / count, INPUT_MIN, INPUT_MAX);
  const outputs = listOutputs(tools, definitions);
  const listing: ToolListing = { tools: [], cutInputs: [], cutOutputs: [] };
  for (const tool of tools) {
    const input = inputs.list(tool.inputSchema, inputRoom);
    const output = outputs.get(tool);
    listing.tools.push(toListed(tool, input, output));
    if (input.isCut) listing.cutInputs.push(tool.name);
    if (tool.outputSchema !== undefined && output?.isCut !== false) {
      listing.cutOutputs.push(tool.name);
    }
  }
  return listing;
}

/**
 * The output schemas that are listed: the smallest of those that are shown whole, then parts of larger ones, until
 * the room for all of them is used up.
 */
function listOutputs(
  tools: ServedTool[],
  definitions: ServedDefinition['definitions'],
): Map<ServedTool, ListedSchema> {
  const lister = new SchemaLister(definitions, OUTPUT_FORMATS);
  const declared = tools.filter(({ outputSchema }) => outputSchema !== undefined);
  const room = share(OUTPUTS_LENGTH / Math.max(declared.length, 1), OUTPUT_MIN, OUTPUT_MAX);
  const kept = new Map<ServedTool, ListedSchema>();
  let left = OUTPUTS_LENGTH;
  const keep = (tool: ServedTool, listed: ListedSchema): boolean => {
    left -= listed.length + OUTPUT_COST;
    if (left < 0) return false;
    kept.set(tool, listed);
    return true;
  };
  const whole = declared.flatMap((tool) => {
    const listed = lister.listWhole(tool.outputSchema ?? {}, room);
    return listed === null ? [] : [{ tool, listed }];
  });
  const sorted = whole.toSorted((a, b) => a.listed.length - b.listed.length);
  if (!sorted.every(({ tool, listed }) => keep(tool, listed))) return kept;
  for (const tool of declared) {
    if (!kept.has(tool) && !keep(tool, lister.list(tool.outputSchema ?? {}, room))) break;
  }
  return kept;
}

function share(each: number, least: number, most: number): number {
  return Math.floor(Math.min(Math.max(each, least), most));
}

function toListed(
  { name, title, description, annotations }: ServedTool,
  input: ListedSchema,
  output: ListedSchema | undefined,
): ListedTool {
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema: { ...input.schema, type: 'object' },
    ...(output === undefined ? {} : { outputSchema: { ...output.schema, type: 'object' } }),
    ...(annotations === undefined ? {} : { annotations: meaningfulHints(annotations) }),
  };
}

/** MCP: `idempotentHint` is meaningful only for tools that change something. */
function meaningfulHints({ idempotentHint, ...hints }: ToolAnnotations): ToolAnnotations {
  const isSaid = idempotentHint !== undefined && hints.readOnlyHint !== true;
  return isSaid ? { ...hints, idempotentHint } : hints;
}
