import { getToolName, isToolUIPart, type UIMessage } from 'ai';

/** What an answer did: the sentences of its edits, and whether it asked the person something. */
export function readRound(answer: UIMessage | undefined): { changed: string[]; hasAsked: boolean } {
  const calls = (answer?.parts ?? []).filter((part) => isToolUIPart(part));
  const changed = calls.flatMap((part) =>
    part.state === 'output-available' ? changedBy(part.output) : [],
  );
  return { changed, hasAsked: calls.some((part) => getToolName(part) === 'ask_user') };
}

function changedBy(output: unknown): string[] {
  if (typeof output !== 'object' || output === null) return [];
  // Edits say what is different; an import and the report's own fixes name what they touched.
  const { changed, added, fixed } = output as Record<string, unknown>;
  return [
    ...toTexts(changed),
    ...toTexts(added).map((name) => `Added ${name}.`),
    ...toTexts(fixed).map((id) => `Fixed ${id}.`),
  ];
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
