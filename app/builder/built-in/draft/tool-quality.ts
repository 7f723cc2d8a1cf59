import { toSingular, toWords } from '#app/blueprint/words.ts';

import type { DraftFacts, ToolFacts } from '#app/builder/built-in/turn.ts';
import { joinText, trimWords } from '#app/builder/built-in/words/lists.ts';
import { matchPhrase, toPhrase } from '#app/builder/built-in/words/phrase.ts';
import type { Slots } from '#app/builder/built-in/words/phrase.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';
import { findName } from './find-argument.ts';

/** What some of the tools have in common. */
export interface Quality {
  fits: (tool: ToolFacts) => boolean;
  /** For sentences: "No tool <words>". */
  words: string;
}

type ReadQuality = (slots: Slots, facts: DraftFacts) => Quality | null;

const QUALITIES: readonly [string, ReadQuality][] = [
  [
    '[only] [are] read|reads|reading|read-only|readonly|harmless|safe [only|data|something|anything|from] [it|them]',
    () => quality('only reads', ({ reads }) => reads),
  ],
  [
    '[can|may|are] write|writes|writing|change|changes|changing|modify|modifies|mutate|mutates [data|something|anything|things]',
    () => quality('writes', ({ reads }) => !reads),
  ],
  [
    '[can|may|are] [data|something|anything|things|it|are|is] delete|deletes|deleting|deleted|remove|removes|removing|destroy|destroys|destructive|dangerous [data|something|anything|things]',
    () => quality('deletes', deletes),
  ],
  [
    '[are] [will] ask|asks|asking|confirm|confirms|confirmed [first|before] [me|for] [confirmation]',
    () => quality('asks before it runs', ({ confirms }) => confirms),
  ],
  [
    '(need|needs|require|requires / have|has / with) [a] confirmation',
    () => quality('asks before it runs', ({ confirms }) => confirms),
  ],
  [
    "(do|does not / don't|doesn't) (ask|confirm / need confirmation) [first]",
    () => quality('runs without asking', ({ confirms }) => !confirms),
  ],
  ['[are|is] [turned|switched] on|enabled|active', () => quality('is enabled', isOn)],
  [
    '[are|is] [turned|switched] off|disabled|hidden|inactive',
    () => quality('is disabled', (tool) => !isOn(tool)),
  ],
  ['[are] [use|uses] <method> [requests|calls]', readMethod],
  [
    '(need|needs|require|requires|use|uses|have|has) [any] [api] (key / token / credential / credentials / secret / secrets / authentication / auth / login / password)',
    (_slots, { upstreams }) =>
      quality('needs a key', ({ upstream }) =>
        upstreams.some(({ id, auth }) => id === upstream && auth.length > 0),
      ),
  ],
  [
    '(take|takes|accept|accepts|have|has|need|needs|with) [an] [argument|arguments|parameter|input] <argument>',
    ({ argument = [] }) => {
      const text = joinText(argument);
      if (/^(?:no|any|a) /.test(`${text} `) && !/^an? \w+$/.test(text)) return null;
      return quality(
        `takes \`${text}\``,
        (tool) =>
          findName(
            argument,
            tool.arguments.map(({ name }) => name),
          ) !== null,
      );
    },
  ],
  [
    '(return|returns|give|gives) <property>',
    ({ property = [] }) =>
      quality(
        `returns \`${joinText(property)}\``,
        (tool) => findName(property, tool.keep ?? tool.returns ?? []) !== null,
      ),
  ],
  [
    '(call|calls|use|uses|go|goes|talk|talks) [to] <upstream>',
    ({ upstream = [] }, { upstreams }) => {
      const text = joinText(upstream).toLowerCase();
      const ids = upstreams.filter(
        ({ id, baseUrl }) =>
          text.length > 2 && (id.toLowerCase() === text || baseUrl.toLowerCase().includes(text)),
      );
      return ids.length === 0
        ? null
        : quality(`calls ${text}`, (tool) => ids.some(({ id }) => id === tool.upstream));
    },
  ],
  [
    '(are|is) (about|for) <topic>',
    ({ topic = [] }) => {
      const wanted = toWords(joinText(topic)).map(toSingular);
      return quality(`is about ${joinText(topic)}`, ({ name, path }) => {
        const own = toWords(`${name} ${path ?? ''}`).map(toSingular);
        return wanted.length > 0 && wanted.every((word) => own.includes(word));
      });
    },
  ],
];

const PHRASES = QUALITIES.map(([text, read]) => ({ phrase: toPhrase(text), read }));

/** What words such as "write" or "use POST" say of tools; null where they say nothing known. */
export function readQuality(tokens: readonly Token[], facts: DraftFacts): Quality | null {
  const words = trimWords(tokens, /^(?:that|which|who|tools?|actually|,)$/);
  for (const { phrase, read } of words.length === 0 ? [] : PHRASES) {
    const found = matchPhrase(phrase, words, (slots) => read(slots, facts));
    if (found) return found;
  }
  return null;
}

function quality(words: string, fits: (tool: ToolFacts) => boolean): Quality {
  return { words, fits };
}

function readMethod({ method = [] }: Slots): Quality | null {
  const text = joinText(method).toUpperCase();
  return /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(text)
    ? quality(`uses ${text}`, (tool) => tool.method === text)
    : null;
}

function deletes({ destructive, method, name }: ToolFacts): boolean {
  return destructive || method === 'DELETE' || /^(?:delete|remove)$/.test(toWords(name)[0] ?? '');
}

function isOn({ enabled }: ToolFacts): boolean {
  return enabled;
}
