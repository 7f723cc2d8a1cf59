import type { Blueprint } from '#app/blueprint/blueprint.ts';

type Tool = Blueprint['tools'][number];

/**
 * Promises after which a model calls a tool without thinking about it. That callers cannot delete something is a
 * rule for them, and no promise of the tool.
 */
const COMFORT =
  /\b(?:read[- ]only|side[- ]effect[- ]free|non[- ]?destructive|harmless|no side[- ]effects?|without side[- ]effects?|idempotent read|safe (?:to (?:call|use|run)|operation|call|at any time)|(?<!\b(?:you|we|they|users?) )(?:does not|doesn['’]t|never|will not|won['’]t|cannot) (?:change (?:anything|any|data|state|your)|(?:modify|alter|delete|remove|write)(?: anything)?)|changes? nothing|(?:deletes?|removes?|modifies) nothing)\b|^\s*safe\b/i;
/** Names of what only reads, although it is sent with a body. */
const READS =
  /(?:^|[_./-])(?:search|query|find|list|get|read|look_?up|check|validate|preview|calculate|count|export|report|estimate|test|verify)/i;

/** A sentence where texts of a tool promise that it changes nothing, and its request may; else null. */
export function findFalseComfort(before: Tool | undefined, after: Tool): string | null {
  if (!mayChange(after)) return null;
  const promise = comfortIn(after);
  if (promise === null) return null;
  if (before !== undefined && mayChange(before) && comfortIn(before) === promise) return null;
  return `Describes ${after.name} as “${promise}”, although it may change data.`;
}

/** Sentences on tools of which the instructions promise that. */
export function findComfortInInstructions(
  before: Blueprint['identity'],
  { identity, tools }: Blueprint,
): string[] {
  const { instructions = '' } = identity;
  if (instructions === before.instructions) return [];
  const known = new Set(splitSentences(before.instructions ?? ''));
  const sentences = splitSentences(instructions).filter((each) => !known.has(each));
  return tools.filter(mayChange).flatMap(({ name }) => {
    const found = sentences.find((each) => each.includes(name) && COMFORT.test(each));
    const promise = found === undefined ? null : (COMFORT.exec(found)?.[0].trim() ?? null);
    return promise === null
      ? []
      : [`Describes ${name} as “${promise}”, although it may change data.`];
  });
}

function comfortIn({ title = '', description = '' }: Tool): string | null {
  const found = [title, description].map((text) => COMFORT.exec(text)?.[0]);
  return found.find((each) => each !== undefined)?.trim() ?? null;
}

function mayChange({ name, action }: Tool): boolean {
  if (action.kind !== 'http') return false;
  const { method, path } = action;
  if (/^(?:GET|HEAD|OPTIONS|QUERY)$/.test(method)) return false;
  return method !== 'POST' || !(READS.test(name) || READS.test(path));
}

function splitSentences(text: string): string[] {
  return text.split(/(?<=[.!?])\s+|\n+/);
}
