import { say } from '#app/builder/built-in/outcome.ts';
import type { Outcome } from '#app/builder/built-in/outcome.ts';
import type { Scope } from '#app/builder/built-in/scope.ts';
import type { ToolFacts } from '#app/builder/built-in/turn.ts';
import { joinNames, joinText, splitList, trimWords } from '#app/builder/built-in/words/lists.ts';
import { readTokens } from '#app/builder/built-in/words/tokens.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';
import { AROUND_TOOL, findNamed, findTool } from './find-tool.ts';
import { readQuality } from './tool-quality.ts';

/** The tools that a part of a sentence speaks of. */
export type Selection =
  | { kind: 'tools'; tools: ToolFacts[] }
  | { kind: 'unsure'; said: string; candidates: ToolFacts[] }
  | { kind: 'none'; said: string };

const ALL = /^(?:all|every|everything|each|any|anything|whatever)$/;
const PRONOUN = /^(?:|it|that|this|(?:this|that) (?:one|tool)|its)$/;
const MAX_CHOICES = 8;
const ALL_OF_THEM = 'All of them';

/** Reads "it", "all tools that write", "a, b and c", "every tool except a". */
export function selectTools(tokens: readonly Token[], scope: Scope): Selection {
  const { tools } = scope.facts;
  const words = trimWords(tokens, /^(?:the|of|both|tools?|endpoints?|,|:)$/);
  const said = joinText(words);
  const whole = findNamed(trimWords(words, AROUND_TOOL), tools);
  if (whole?.kind === 'found') return found([whole.tool]);
  const cut = words.findIndex(({ word }) => /^(?:except|but|without|besides)$/.test(word));
  if (cut > 0) {
    const all = selectTools(words.slice(0, cut), scope);
    const not = selectTools(trimWords(words.slice(cut + 1), /^(?:for|not)$/), scope);
    if (all.kind !== 'tools') return all;
    return not.kind === 'tools'
      ? found(all.tools.filter((tool) => !not.tools.includes(tool)))
      : not;
  }
  return selectPronoun(words, scope) ?? selectSet(words, scope) ?? selectList(words, scope, said);
}

function found(tools: ToolFacts[]): Selection {
  return { kind: 'tools', tools };
}

function selectPronoun(words: readonly Token[], { facts, subject }: Scope): Selection | null {
  const text = joinText(words).toLowerCase();
  const known = facts.tools.filter(({ name }) => subject.includes(name));
  if (PRONOUN.test(text)) {
    const last = facts.tools.filter(({ name }) => name === subject.at(-1));
    const [only] = facts.tools;
    if (last.length > 0) return found(last);
    return facts.tools.length === 1 && only ? found([only]) : { kind: 'none', said: text };
  }
  if (/^(?:them|those|these|they|both)$/.test(text) && known.length > 0) return found(known);
  if (/^(?:others|other|rest|other ones)$/.test(text) && known.length > 0) {
    return found(facts.tools.filter((tool) => !known.includes(tool)));
  }
  return null;
}

function selectSet(words: readonly Token[], { facts }: Scope): Selection | null {
  const isAll = ALL.test(words[0]?.word ?? '');
  const rest = trimWords(isAll ? words.slice(1) : words, /^(?:of|the|tools?|that|which|,)$/);
  if (isAll && (rest.length === 0 || /^(?:them|ones)$/.test(joinText(rest))))
    return found(facts.tools);
  const isOpen = isAll || /^(?:that|which|tools)$/.test(words[0]?.word ?? '') || words.length === 1;
  const quality = isOpen ? readQuality(rest, facts) : null;
  if (!quality) return null;
  const fitting = facts.tools.filter(quality.fits);
  // One word alone is rather the beginning of a name: "delete" of delete_user and delete_post.
  if (
    !isAll &&
    words.length === 1 &&
    fitting.length !== 1 &&
    findTool(words, facts.tools).kind !== 'none'
  ) {
    return null;
  }
  return fitting.length > 0 ? found(fitting) : { kind: 'none', said: joinText(words) };
}

function selectList(words: readonly Token[], scope: Scope, said: string): Selection {
  const items = splitList(words);
  if (items.length > 1) {
    const each = items.map((item) => selectTools(item, scope));
    const wrong = each.find(({ kind }) => kind !== 'tools');
    if (wrong) return wrong;
    const tools = each.flatMap((one) => (one.kind === 'tools' ? one.tools : []));
    return found([...new Set(tools)]);
  }
  // "that deletes posts" is delete_post.
  const isClause = /^(?:that|which)$/.test(words[0]?.word ?? '');
  const one = findTool(isClause ? words.slice(1) : words, scope.facts.tools);
  if (one.kind === 'found') return found([one.tool]);
  return one.kind === 'unsure' ? { ...one, said } : { kind: 'none', said };
}

/** Whether words name tools without any doubt. */
export function namesTools(tokens: readonly Token[], scope: Scope): boolean {
  const selection = selectTools(tokens, scope);
  return selection.kind === 'tools' && selection.tools.length > 0;
}

/**
 * Goes on with the tools that are meant, several where `many` allows it; else with the one that the
 * person chooses. Where none is meant, says what there is.
 */
export function withTools(
  tokens: readonly Token[],
  scope: Scope,
  many: boolean,
  next: (tools: ToolFacts[]) => Outcome,
): Outcome {
  const selection = selectTools(tokens, scope);
  if (selection.kind === 'tools') {
    const { tools } = selection;
    if (tools.length === 0) return say('There is no such tool in the draft.');
    return many || tools.length === 1
      ? next(tools)
      : chooseTool(tools, joinText(tokens), many, next);
  }
  if (selection.kind === 'unsure') {
    return chooseTool(selection.candidates, selection.said, many, next);
  }
  const isOpen = PRONOUN.test(selection.said) && scope.facts.tools.length > 0;
  return isOpen ? askTool(scope, next) : refuseTool(selection.said, scope);
}

/** Asks which tool is meant where the sentence names none. */
function askTool({ facts }: Scope, next: (tools: ToolFacts[]) => Outcome): Outcome {
  return {
    kind: 'question',
    question: 'Which tool do you mean?',
    choices: facts.tools.slice(0, MAX_CHOICES).map(({ name }) => name),
    answered: (answer) => {
      const chosen = findTool(readTokens(answer), facts.tools);
      return chosen.kind === 'found' ? next([chosen.tool]) : null;
    },
  };
}

/** Asks which of these tools is meant. */
export function chooseTool(
  candidates: readonly ToolFacts[],
  said: string,
  many: boolean,
  next: (tools: ToolFacts[]) => Outcome,
): Outcome {
  const names = candidates.map(({ name }) => name);
  const [only] = names;
  const isOne = names.length === 1;
  const offered = names.slice(0, MAX_CHOICES);
  const choices = isOne || !many ? offered : [...offered, ALL_OF_THEM];
  return {
    kind: 'question',
    question: isOne
      ? `There is no tool "${said}". Do you mean \`${only}\`?`
      : `Which tool do you mean by "${said}"?`,
    choices: isOne ? [only ?? '', 'None'] : choices,
    answered: (answer) => {
      if (isOne && /^(?:none|no)\b/i.test(answer)) return say('Then nothing was changed.');
      if (isOne && /^(?:yes|yep|right)\b/i.test(answer)) return next([...candidates]);
      if (many && /^all\b/i.test(answer)) return next([...candidates]);
      const chosen = findTool(readTokens(answer), candidates);
      return chosen.kind === 'found' ? next([chosen.tool]) : null;
    },
  };
}

/** Says that there is no such tool, and what there is. */
export function refuseTool(said: string, { facts }: Scope): Outcome {
  const names = facts.tools.map(({ name }) => name);
  if (names.length === 0) return say('The draft has no tools yet.');
  return say(`There is no tool "${said}". There are ${joinNames(names)}.`);
}
