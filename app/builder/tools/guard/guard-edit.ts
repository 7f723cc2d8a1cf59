import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { hasHidden } from '#app/blueprint/import/text/visible-text.ts';
import { INJECTION_PATTERNS } from '#app/blueprint/readiness/injection-patterns.ts';
import { findSecrets } from '#app/blueprint/readiness/secret-scan.ts';
import type { BuilderTool, BuilderCall } from '#app/builder/tools/builder-tool.ts';
import type { ToolEffect } from '#app/builder/tools/tool-face.ts';

import { ALLOW, ask, guardHost, type TurnWords, type Verdict } from './verdict.ts';

/** Effects through which the texts of a call reach the draft, code or requests. */
const CARRYING: ReadonlySet<ToolEffect> = new Set(['tests', 'changes']);

/**
 * Decides on a call before it is made. A call never carries a credential. Once a turn has read untrusted
 * text, a call that destroys, touches credentials or names a new host needs the user's own words of this
 * turn; otherwise the user is asked.
 */
export function guardEdit(words: TurnWords, call: BuilderCall, blueprint: Blueprint): Verdict {
  const { tool, input } = call;
  const isSearched = CARRYING.has(tool.effect) && !tool.takesForeignText;
  const texts = isSearched ? textsOf(input) : [];
  const secret = texts.flatMap(findSecrets)[0];
  if (secret) {
    const why = `This holds ${secret.kind} (${secret.shown}). Values of credentials are set by the person, as secrets.`;
    return { act: 'refuse', why };
  }
  if (!words.isTainted) return ALLOW;
  const verdict = call.judge(words, blueprint);
  return verdict.act === 'allow' ? guardTexts(words, tool, texts, blueprint) : verdict;
}

/** Texts that give orders, hide something, or lead to strange places. */
function guardTexts(
  words: TurnWords,
  { name }: BuilderTool,
  texts: string[],
  blueprint: Blueprint,
): Verdict {
  for (const text of texts) {
    if (hasHidden(text)) {
      return { act: 'refuse', why: 'A text holds characters that people do not see.' };
    }
    const order = INJECTION_PATTERNS.exec(text)?.[0];
    if (order !== undefined) return ask(`write “${order}” into the server (${name})`);
    for (const [address] of text.matchAll(
      /\b(?:https?|wss?|ftp|data|javascript):[^\s"'<>)\]}]+/gi,
    )) {
      const verdict = guardHost(words, address, blueprint);
      if (verdict.act !== 'allow') return verdict;
      if (!/^https?:/i.test(address)) return ask(`write “${address.slice(0, 60)}” into the server`);
    }
  }
  return ALLOW;
}

/** Every text in a value, names of properties too. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsOf(item)]);
}
