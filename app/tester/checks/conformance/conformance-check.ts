import type { Exchange } from '#app/runtime/probe/server-evidence.ts';

import type { Subject } from './subject.ts';

/** `modern` is 2026-07-28, `legacy` 2025-11-25 and before. */
export type CheckEra = 'modern' | 'legacy';

/** Subjects of the checks, in the order in which a report shows them. */
export const AREAS = {
  handshake: 'Handshake',
  messages: 'Messages',
  headers: 'Headers',
  lists: 'Lists',
  errors: 'Errors',
  transport: 'Transport',
  sessions: 'Sessions',
  notices: 'Notifications',
  calls: 'Calls',
} as const;
export type Area = keyof typeof AREAS;

/** The sentence that a check follows from. */
export interface SpecRule {
  /** Word for word. */
  sentence: string;
  url: string;
}

/** Outcome of a check; `holds` is null where there was nothing to examine. */
export interface CheckFinding {
  holds: boolean | null;
  /** One or two sentences. */
  text: string;
  exchanges: readonly Exchange[];
}

/** One rule of the protocol that can be decided from outside, and without changing anything there. */
export interface ConformanceCheck {
  /** `<era>.<name>`. */
  id: `${CheckEra}.${string}`;
  era: CheckEra;
  area: Area;
  /** A `should` that does not hold is a suggestion. */
  level: 'must' | 'should';
  /** Statement that holds when it passes. */
  title: string;
  rule: SpecRule;
  fix: string;
  judge: (subject: Subject) => Promise<CheckFinding> | CheckFinding;
}

interface CheckParts extends Omit<ConformanceCheck, 'id' | 'era'> {
  name: string;
}

export function modernCheck({ name, ...parts }: CheckParts): ConformanceCheck {
  return { id: `modern.${name}`, era: 'modern', ...parts };
}

export function legacyCheck({ name, ...parts }: CheckParts): ConformanceCheck {
  return { id: `legacy.${name}`, era: 'legacy', ...parts };
}

/** The same question in both eras, each with the sentence of its own revision. */
export function checkOfBoth({
  rules,
  legacyLevel,
  ...parts
}: Omit<CheckParts, 'rule'> & {
  rules: Record<CheckEra, SpecRule>;
  /** Where the older revision asks for less. */
  legacyLevel?: 'should';
}): ConformanceCheck[] {
  return [
    modernCheck({ ...parts, rule: rules.modern }),
    legacyCheck({ ...parts, level: legacyLevel ?? parts.level, rule: rules.legacy }),
  ];
}

const SPECIFICATION = 'https://modelcontextprotocol.io/specification';

/** A sentence of 2026-07-28. */
export function modernRule(page: string, sentence: string): SpecRule {
  return { sentence, url: `${SPECIFICATION}/2026-07-28/${page}` };
}

/** A sentence of 2025-11-25. */
export function legacyRule(page: string, sentence: string): SpecRule {
  return { sentence, url: `${SPECIFICATION}/2025-11-25/${page}` };
}

/** A sentence that both revisions have on the same page. */
export function sameRule(page: string, sentence: string): Record<CheckEra, SpecRule> {
  return { modern: modernRule(page, sentence), legacy: legacyRule(page, sentence) };
}
