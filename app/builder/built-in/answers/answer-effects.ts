import type { ToolFacts } from '#app/builder/built-in/turn.ts';

import { describeTool, joinWords, toCode } from './describe-tool.ts';
import { isAbout, leaveOut } from './is-about.ts';
import { findByTopic, findNamed, type Question } from './mentioned-tools.ts';

/** An effect of a tool on data, or its confirmation. */
export interface DataEffect {
  /** Ends the sentence "… can …". */
  says: string;
  fits: (tool: ToolFacts) => boolean;
}

/** The effect that a question is about; null if there is none. */
export function effectOf({ text, lx }: Question): DataEffect | null {
  const isDeleting = lx.has('deletes', text) || lx.has('destructive', text);
  const isWriting = lx.has('writes', text) || lx.has('updates', text) || lx.has('creates', text);
  if (lx.has('confirm', text))
    return { says: 'asks before it runs', fits: ({ confirms }) => confirms };
  if (isDeleting && !isWriting)
    return {
      says: 'deletes data',
      fits: ({ destructive, method }) =>
        method === 'DELETE' || (destructive && lx.has('destructive', text)),
    };
  if (lx.has('readOnly', text) || (!isWriting && !isDeleting && lx.has('reads', text)))
    return { says: 'only reads', fits: ({ reads }) => reads };
  const isCreating =
    lx.has('creates', text) && !isDeleting && !lx.rx('<updates>|<writes>').test(text);
  if (isCreating) return { says: 'creates data', fits: ({ method }) => method === 'POST' };
  return isWriting
    ? {
        says: isDeleting ? 'can change or delete data' : 'can change data',
        fits: ({ reads }) => !reads,
      }
    : null;
}

/** The tools with an effect, in a sentence. */
export function describeEffect({ says, fits }: DataEffect, tools: readonly ToolFacts[]): string {
  const found = tools.filter(fits);
  if (found.length === 0) return `None of the tools ${says}.`;
  const names = found.map(
    (tool) => `${toCode(tool.name)}${tool.method ? ` (${tool.method})` : ''}`,
  );
  const plural =
    found.length === 1
      ? says
      : says
          .replace(/^asks before it runs/, 'ask before they run')
          .replace(/^deletes/, 'delete')
          .replace(/^creates/, 'create')
          .replace(/^only reads/, 'only read');
  return `${joinWords(names)} ${plural}.`;
}

/** Answers which tools write, change, delete, read or ask. */
export function answerEffects(question: Question): string | null {
  const { draft, text, lx } = question;
  if (draft.tools.length === 0 || lx.has('argument', text)) return null;
  if (isAbout('exists', text) && !lx.rx('<destructive>|<readOnly>|<confirm>').test(text))
    return null;
  const effect =
    lx.rx('<tool>|<it>|<all>|<question>').test(text) || isAbout('count', text)
      ? effectOf(question)
      : null;
  if (!effect) return null;
  const named = findNamed(text, draft.tools);
  if (named.length > 0 && !named.some(effect.fits))
    return `No. ${named.map((tool) => describeTool(tool, draft)).join(' ')}`;
  const subject = text.replace(
    lx.rx('<deletes>|<writes>|<creates>|<updates>|<reads>|<confirm>|<destructive>', 'g'),
    ' ',
  );
  const topical = findByTopic(leaveOut('exists', subject), draft, lx).filter(effect.fits);
  return describeEffect(
    effect,
    named.length > 0 ? named : topical.length > 0 ? topical : draft.tools,
  );
}
