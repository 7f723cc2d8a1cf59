import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { blankSpan } from './blank-span.ts';
import { describeEndpoint } from './describe-endpoint.ts';
import { hasWords, stripFillers } from './find-name.ts';
import { withoutMarks } from './lines.ts';
import { mergeParameters } from './merge-parameters.ts';
import { scanFacts } from './parameter-facts.ts';
import { readPathNotation } from './path-notation.ts';
import type { Region } from './regions.ts';
import type { EndpointSketch, ParameterSketch } from './sketch.ts';

/**
 * Whether text before an endpoint in a sentence may be a request of its own; a bullet, a name or a heading is
 * not.
 */
export function keepsLead(text: string, { lead }: Region): boolean {
  const words = withoutMarks(text.slice(lead.start, lead.end)).replace(/[`*"':(–—-]+\s*$/, '');
  return words.split(/\s+/).length > 3;
}

/** Reads the endpoints of one region: one for each method. */
export function readRegion(text: string, region: Region, lx: Lexicon): EndpointSketch[] {
  const { mention, lead, tail, heading } = region;
  const { url, path, query } = readPathNotation(mention.target);
  const before = text.slice(lead.start, lead.end);
  const behind = text.slice(tail.start, tail.end);
  const said = mention.methods.length > 0 ? null : methodsBehind(behind, lx);
  const after = said ? blankSpan(behind, said.start, said.end) : behind;
  const methods = said?.methods ?? (mention.methods[0] ? mention.methods : methodsNear(before, lx));
  const named = readLead(before, lx);
  return methods.map((method): EndpointSketch => {
    const described = describeEndpoint(
      after.replace(/^[\s`*)\]}'"]+(?=\s|$)/, ' '),
      method,
      url,
      lx,
    );
    const parameters = mergeParameters(
      withLast([...path, ...query], after, lx),
      described.parameters,
    );
    const description = described.description ?? named.description ?? withoutMarks(heading);
    return {
      ...described,
      method,
      url,
      ...(mention.kind === 'address' && path.length + query.length === 0 ? { isBare: true } : {}),
      parameters,
      ...(named.name ? { name: named.name } : {}),
      ...(named.aliases ? { aliases: named.aliases } : {}),
      ...(description ? { description } : {}),
    };
  });
}

/** Applies constraints in brackets to the last argument: "?user= (required)". */
function withLast(known: ParameterSketch[], after: string, lx: Lexicon): ParameterSketch[] {
  const inner = /^\s*[(（]([^()（）]*)[)）]/.exec(after)?.[1];
  const last = known.at(-1);
  if (!last || inner === undefined) return known;
  const { facts, rest } = scanFacts(inner, lx);
  return hasWords(stripFillers(rest, lx)) ? known : [...known.slice(0, -1), { ...last, ...facts }];
}

/** Reads the text before an endpoint: a name, its handler, or its purpose. */
function readLead(
  lead: string,
  lx: Lexicon,
): { name?: string; aliases?: string[]; description?: string } {
  const words = withoutMarks(lead.replace(/^\s*\/\/+|^\s*[#*]+(?=\s)/, ''))
    .replace(/[`*"'([{]+$/, '')
    .trim();
  const name =
    /^([A-Za-z][\w-]*(?:_\w+)*)\s*(?::|=|→|->|–|—)$/.exec(words)?.[1] ??
    /(?:^|[\s,;:])([a-z][a-z\d]*_\w+)\s*(?::|=|→|->|=>|–|—)$/i.exec(words)?.[1] ??
    soleName(words, lx) ??
    lx
      .rx(
        String.raw`(?:<tool>|<named>)\s*:?\s*[\x60"']?([A-Za-z]\w*_\w+)[\x60"']?\s*(?:<filler>|:|\()*\s*$`,
      )
      .exec(words)?.[1];
  if (name !== undefined && !lx.is('base', name) && !lx.is('tool', name)) return { name };
  const alias = /^([A-Za-z]\w*(?:[A-Z_.]\w*)+)\s/.exec(words)?.[1];
  const purpose =
    lx.rx(String.raw`(?:<please>|<add>|<tool>|<server>|<filler>|,|:|\s)+`).exec(words)?.[0]
      .length === words.length;
  const plain = words
    .replace(lx.rx(String.raw`^(?:[^\p{L}\p{N}[(]+|<and>\s+)+|[\s:–—,(-]+$`, 'g'), '')
    .trim();
  const isShort = plain.split(/\s+/).length <= 8 && !lx.rx('<base>|<tool>|<server>').test(plain);
  return {
    ...(alias ? { aliases: [alias] } : {}),
    ...(plain !== '' && !purpose && isShort && !alias && plain.includes(' ')
      ? { description: plain }
      : {}),
  };
}

/** Reads a single word before the method as a name: "list_animals GET /animals". */
function soleName(words: string, lx: Lexicon): string | undefined {
  const isSaid = lx
    .rx(
      '^(?:<filler>|<please>|<add>|<and>|<tool>|<base>|<test>|<change>|<import>|<wrong>|<takes>|<from>|<to>|<method>)$',
    )
    .test(words);
  return /^[a-z][\w-]*$/i.test(words) && !isSaid ? words : undefined;
}

/** Methods after the address: "/x/{id} - get and delete", "(POST, needs …)", or a line "Method: POST". */
function methodsBehind(
  text: string,
  lx: Lexicon,
): { methods: string[]; start: number; end: number } | null {
  const names = 'GET|POST|PUT|PATCH|DELETE';
  const match = lx
    .rx(
      String.raw`(^[^\p{L}\n]*(?:(?:<filler>|<takes>|via)\s+)*|\n[^\p{L}\n]*<method>[\s\x60*]*[:=]?[\s\x60*]*)((?:${names})(?:(?:\s*[,/|]\s*|\s+<and>\s+)(?:${names}))*)(?![\p{L}\p{N}_])(?:\s+<tool>(?![\p{L}]))?(?:(\s*(?:$|[.,;:)\n]))|)`,
    )
    .exec(text);
  const [all = '', lead = '', said = '', end] = match ?? [];
  if (!match || (said !== said.toUpperCase() && end === undefined)) return null;
  const start = match.index + lead.length;
  return {
    methods: said.toUpperCase().match(new RegExp(names, 'g')) ?? [],
    start: lead.startsWith('\n') ? match.index : start,
    end: match.index + all.length - (end?.length ?? 0),
  };
}

/** Methods of an address without one: from verbs nearby, else GET. */
function methodsNear(before: string, lx: Lexicon): string[] {
  const verb = /\b(GET|POST|PUT|PATCH|DELETE)(?:e?s|ing)?\b/i.exec(before)?.[1];
  if (verb) return [verb.toUpperCase()];
  const clause = before.slice(Math.max(0, before.search(/[^.!?\n]*$/)));
  const many: string[] = [];
  if (lx.rx('<list>').test(clause)) many.push('GET');
  if (lx.rx('<creates>').test(clause) && lx.rx('<list>|<deletes>').test(clause)) many.push('POST');
  return many.length > 0 ? many : ['GET'];
}
