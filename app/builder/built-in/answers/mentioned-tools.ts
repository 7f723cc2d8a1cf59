import { toSingular, toWords } from '#app/blueprint/words.ts';
import { findDescribed } from '#app/builder/built-in/edits/find-by-topic.ts';
import { findTools } from '#app/builder/built-in/edits/find-tools.ts';
import type { Scope } from '#app/builder/built-in/edits/scope.ts';
import { toWorkModel } from '#app/builder/built-in/plan/work-model.ts';
import type { DraftFacts, ToolFacts } from '#app/builder/built-in/turn.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';
import { SMALL_WORDS } from '#app/extraction/vocabulary/question-words.ts';

/** A question and its context. */
export interface Question {
  text: string;
  draft: DraftFacts;
  /** Names of the tools that "it" means. */
  subject: readonly string[];
  lx: Lexicon;
}

/** The tools that a question mentions: those that an edit in the same words would change. */
export function findMentioned({ text, draft, subject, lx }: Question): ToolFacts[] {
  const scope = { ...toScope(draft, lx), focus: subject };
  const { tools, how } = findTools(text.replace(lx.rx(String.raw`^\W*<question>`), ' '), scope);
  return how === 'none' || (how === 'focus' && !lx.has('it', text)) ? [] : toFacts(tools, draft);
}

/** The tools whose name, title and path share the most significant words with a text. */
export function findByTopic(text: string, draft: DraftFacts, lx: Lexicon): ToolFacts[] {
  const scope = toScope(draft, lx);
  // Descriptions contain the words of any question: "data", "change".
  const tools = scope.model.tools.map((tool) => ({ ...tool, description: '' }));
  return toFacts(findDescribed(text, scope, tools)?.tools ?? [], draft);
}

function toScope(draft: DraftFacts, lx: Lexicon): Scope {
  return { model: toWorkModel(draft), focus: [], lx, isBuilding: false, lastWas: '' };
}

function toFacts(found: readonly { name: string }[], { tools }: DraftFacts): ToolFacts[] {
  return tools.filter(({ name }) => found.some((tool) => tool.name === name));
}

/** The tools whose exact names occur in a text. */
export function findNamed(text: string, tools: readonly ToolFacts[]): ToolFacts[] {
  const words = text.split(/[^\p{L}\p{N}_.-]+/u).map((word) => word.replace(/\.$/, ''));
  return tools.filter(({ name }) => words.includes(name));
}

/** The significant words of a question. */
export function contentOf(text: string, lx: Lexicon): string[] {
  return wordsOf(text).filter((word) => !isSmall(word, lx));
}

/** The words of a text, in the singular. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map(toSingular);
}

/** A name in spoken form: "stop id". */
export function toSpokenName(name: string): string {
  return toWords(name).map(toSingular).join(' ');
}

function isSmall(word: string, lx: Lexicon): boolean {
  return (
    word.length < 3 ||
    SMALL_WORDS.includes(word) ||
    lx.rx('^(?:<filler>|<tool>|<question>|<argument>|<takes>|<please>)$').test(word)
  );
}
