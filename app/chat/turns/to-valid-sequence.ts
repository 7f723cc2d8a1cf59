import type { ModelMessage } from 'ai';

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;
type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;
type UserMessage = Extract<ModelMessage, { role: 'user' }>;
type AssistantPart = Exclude<AssistantMessage['content'], string>[number];
type UserPart = Exclude<UserMessage['content'], string>[number];

/** Stands where a turn ended with a call, or without a word: the person's message needs one before it. */
const ENDED = '(The turn ended here.)';
const BEGUN = '(The conversation goes on here.)';

/**
 * A history that every provider takes: it begins with the person, each call is followed by its result,
 * and nobody speaks twice in a row. Calls get new ids, for some providers take only their own kind, and
 * some repeat theirs from turn to turn.
 */
export function toValidSequence(given: readonly ModelMessage[]): ModelMessage[] {
  const sequence: ModelMessage[] = [];
  let calls = 0;
  for (const [index, message] of given.entries()) {
    if (message.role === 'user') addUser(sequence, toParts(message.content));
    if (message.role !== 'assistant') continue;
    const next = given[index + 1];
    const results = next?.role === 'tool' ? next : null;
    calls = addAnswer(sequence, toParts(message.content), results, calls);
  }
  return sequence;
}

/** Adds a message of the person; a second one in a row belongs to the first. */
function addUser(sequence: ModelMessage[], parts: readonly UserPart[]): void {
  const content = parts.filter((part) => part.type !== 'text' || part.text.trim() !== '');
  if (content.length === 0) return;
  const last = sequence.at(-1);
  if (last?.role === 'tool') sequence.push({ role: 'assistant', content: toParts(ENDED) });
  if (last?.role !== 'user') return void sequence.push({ role: 'user', content });
  sequence[sequence.length - 1] = { role: 'user', content: [...toParts(last.content), ...content] };
}

/** Adds what the model said, and its calls that were answered, with their results. */
function addAnswer(
  sequence: ModelMessage[],
  parts: readonly AssistantPart[],
  results: ToolMessage | null,
  before: number,
): number {
  const ids = new Map<string, string>();
  const answered = new Map(
    (results?.content ?? []).flatMap((part) =>
      part.type === 'tool-result' ? [[part.toolCallId, part] as const] : [],
    ),
  );
  const content = parts.flatMap((part): AssistantPart[] => {
    if (part.type === 'text') return part.text.trim() === '' ? [] : [part];
    if (part.type !== 'tool-call') return [part];
    if (!answered.has(part.toolCallId) || ids.has(part.toolCallId)) return [];
    const id = toCallId(before + ids.size + 1);
    ids.set(part.toolCallId, id);
    return [{ ...part, toolCallId: id }];
  });
  if (content.length === 0) return before;
  if (sequence.length === 0) sequence.push({ role: 'user', content: toParts(BEGUN) });
  const last = sequence.at(-1);
  if (last?.role === 'assistant') {
    sequence[sequence.length - 1] = { ...last, content: [...toParts(last.content), ...content] };
  } else sequence.push({ role: 'assistant', content });
  const told = [...ids].flatMap(([old, toolCallId]): ToolMessage['content'] => {
    const result = answered.get(old);
    return result ? [{ ...result, toolCallId }] : [];
  });
  if (told.length > 0) sequence.push({ role: 'tool', content: told });
  return before + ids.size;
}

/** Nine letters and digits, which is all that Mistral takes. */
function toCallId(number: number): string {
  return `call${String(number).padStart(5, '0')}`;
}

function toParts<Part>(content: string | Part[]): (Part | { type: 'text'; text: string })[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
