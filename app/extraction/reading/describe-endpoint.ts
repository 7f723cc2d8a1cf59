import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { blank } from './blank-span.ts';
import { describeInWords } from './describe-in-words.ts';
import { hasWords, stripFillers } from './find-name.ts';
import {
  areNames,
  beginsList,
  BRACKETED,
  cutSentence,
  isFieldList,
  isProseLine,
  withPresence,
} from './is-field-list.ts';
import { scanFacts } from './parameter-facts.ts';
import { readParameterList } from './parameters.ts';
import { readPlace } from './read-place.ts';
import { readReturned } from './returned-fields.ts';
import type { EndpointSketch, ParameterSketch, ParameterPlace } from './sketch.ts';
import { splitList } from './split-list.ts';

/** Description of an endpoint in the text after it. */
type Said = Pick<
  EndpointSketch,
  'parameters' | 'description' | 'keep' | 'confirm' | 'name' | 'readOnly' | 'body'
>;

const LOOSE = { isProse: true, isLoose: true };
const MARKED_NAME = /[`*_]{1,3}([\p{L}_$][\p{L}\p{N}_.$-]*)[`*_]{1,3}/gu;
const QUERY_TOKENS = /(?:^|\s)[?&]([\p{L}_][\p{L}\p{N}_.[\]-]*)(?=\s|$|[,;)])/gu;

/** Reads the region after an endpoint: its arguments, the response fields kept, and a description. */
export function describeEndpoint(
  region: string,
  method: string | null,
  path: string,
  lx: Lexicon,
): Said {
  return new RegionReader(region, method, path, lx).read();
}

class RegionReader {
  #text: string;
  readonly #method: string | null;
  readonly #path: string;
  readonly #lx: Lexicon;
  readonly #found: ParameterSketch[] = [];

  constructor(region: string, method: string | null, path: string, lx: Lexicon) {
    this.#text = region;
    this.#method = method;
    this.#path = path;
    this.#lx = lx;
  }

  read(): Said {
    const [lx, original] = [this.#lx, this.#text];
    const confirm = lx.rx('<confirm>').test(original);
    if (confirm)
      this.#text = this.#text.replace(lx.rx(String.raw`[^.;,\n]*<confirm>[^.;\n]*`, 'g'), blank);
    const isReadOnly = lx.rx('<readOnly>').test(original) && this.#method !== 'GET';
    const returned = readReturned(this.#text, lx);
    this.#text = returned.rest;
    const name = this.#readName();
    const description = describeInWords(this.#text, lx);
    if (!this.#saysNothing()) {
      this.#readLines();
      this.#readBrackets(true);
      this.#readQueryTokens();
      this.#readMarked();
      this.#readTriggered();
      this.#readBrackets(false);
      this.#readLoose();
    }
    return {
      parameters: this.#found,
      ...(description === '' ? {} : { description }),
      ...(returned.keep ? { keep: returned.keep } : {}),
      ...(confirm ? { confirm: true } : {}),
      ...(/multipart/i.test(original) ? { body: 'multipart' as const } : {}),
      ...(/urlencoded|form[ -]encoded/i.test(original) ? { body: 'form' as const } : {}),
      ...(isReadOnly ? { readOnly: true } : {}),
      ...(name ? { name } : {}),
    };
  }

  /** Reads "as a tool called set_climate". */
  #readName(): string | undefined {
    const match = this.#lx
      .rx(
        String.raw`(?:<named>|<name>\s*(?:=|:|is))\s*:?\s*[\x60"']?([A-Za-z][\w.-]*[_-][\w.-]*[A-Za-z0-9]|[a-z]+[A-Z]\w+)[\x60"']?`,
      )
      .exec(this.#text);
    if (!match) return undefined;
    this.#text = this.#text.replace(match[0], blank);
    return match[1];
  }

  /** Whether the text excludes arguments: "both plain GETs without parameters". */
  #saysNothing(): boolean {
    return this.#lx
      .rx(
        String.raw`(?!<defaultAfter>)(?:<no>|<nothing>)\s+(?:<filler>\s+)?(?:<argument>|<body>|<query>)`,
      )
      .test(this.#text);
  }

  #take(start: number, length: number): void {
    this.#text = `${this.#text.slice(0, start)}${' '.repeat(length)}${this.#text.slice(start + length)}`;
  }

  #add(parameters: readonly ParameterSketch[]): void {
    for (const parameter of parameters) {
      const known = this.#found.find(({ name }) => name === parameter.name);
      if (known) Object.assign(known, { ...parameter, ...known });
      else this.#found.push({ ...parameter });
    }
  }

  /** Reads separate lines below the endpoint: `name: type, required`, labels with lists. */
  #readLines(): void {
    const lines = this.#text.split('\n');
    let place: ParameterPlace | undefined;
    let offset = (lines[0]?.length ?? 0) + 1;
    for (const line of lines.slice(1)) {
      const start = offset;
      offset += line.length + 1;
      const label = this.#readLabel(line);
      if (label) {
        place = label.place;
        this.#add(readParameterList(label.list, this.#lx, { place }));
        this.#take(start, line.length);
        continue;
      }
      const match =
        /^\s*(?:[-*+•]\s+)?([`*_"]{0,3}[\p{L}_$][\p{L}\p{N}_.$-]*(?:\[\])?[`*_"]{0,3}\??\s*(?:[:(（–—]|-\s|\t|\s{2,}|$).*)$/u.exec(
          line,
        );
      const isBare = /^\s*[\p{L}_]+\s*:?\s*$/u.test(line);
      if (!match || isProseLine(line, this.#lx) || (isBare && place === undefined)) continue;
      this.#add(readParameterList(match[1] ?? '', this.#lx, { place }).slice(0, 1));
      this.#take(start, line.length);
    }
  }

  /** Reads a label: "Query parameters: a, b" or "Body:" alone. */
  #readLabel(line: string): { place: ParameterPlace | undefined; list: string } | null {
    const match = this.#lx
      .rx(
        String.raw`^\s*(?:[-*+•]\s+)?[\x60*_]{0,3}((?:(?:<optional>|<required>|<query>|<body>|<header>|<path>|<argument>|<field>|<takes>|<filler>)\s*){1,5})[\x60*_]{0,3}\s*:[\x60*_]{0,3}(.*)$`,
      )
      .exec(line);
    if (!match) return null;
    const [, label = '', list = ''] = match;
    const isName =
      /^\s*[:(]/.test(list) ||
      (this.#lx.is('field', label) && !/,|<and>/.test(list) && list.trim() !== '');
    if (isName) return null;
    return { place: readPlace(label, this.#lx), list: withPresence(label, list, this.#lx) };
  }

  /** Whether braces hold what comes back: `answers {"id", "total"}`. */
  #isAnswer({ 0: whole, index }: RegExpExecArray): boolean {
    const before = whole.startsWith('{') ? this.#text.slice(0, index) : '';
    const announced = String.raw`(?:<response>|<returns>)\s*(?:<filler>\s*)*[:=]?\s*$`;
    return this.#lx.rx(announced).test(before);
  }

  #readBrackets(onlyNear: boolean): void {
    for (const match of this.#text.matchAll(BRACKETED)) {
      const inner = match[1] ?? '';
      if (this.#isAnswer(match)) {
        this.#take(match.index, match[0].length);
        continue;
      }
      const label = this.#lx
        .rx(
          String.raw`^\s*((?:<filler>\s+)*(?:<optional>|<required>|<query>|<body>|<header>|<takes>|<argument>|<filterBy>)\s*(?:(?:<optional>|<required>|<query>|<body>|<header>|<takes>|<argument>|<field>|<filterBy>|<filler>)\s*)*)(?:[:：\s]\s*|$)`,
        )
        .exec(inner);
      const isNear =
        this.#text.slice(0, match.index).trim() === '' ||
        label !== null ||
        match[0].startsWith('{');
      if (onlyNear && !isNear) return;
      const isMarked = /[`?=]|\w_\w|\p{Ll}\p{Lu}/u.test(inner);
      const areSure = readParameterList(inner, this.#lx).some(
        (each) => 'required' in each || 'minimum' in each || 'maximum' in each || 'default' in each,
      );
      const isSend =
        this.#method !== null && this.#method !== 'GET' && splitList(inner, this.#lx).length > 1;
      if (
        !(isNear || isMarked || isSend || areSure) ||
        !isFieldList(inner.slice(label?.[0].length ?? 0), this.#lx, label !== null)
      )
        continue;
      const place = readPlace(
        `${this.#text.slice(Math.max(0, match.index - 12), match.index)} ${label?.[0] ?? ''}`,
        this.#lx,
      );
      this.#add(
        readParameterList(
          withPresence(label?.[0] ?? '', inner.slice(label?.[0].length ?? 0), this.#lx),
          this.#lx,
          { place },
        ),
      );
      this.#take(match.index, match[0].length);
    }
  }

  #readQueryTokens(): void {
    for (const match of this.#text.matchAll(QUERY_TOKENS)) {
      const end = match.index + match[0].length;
      const facts = /^\s*\(([^)]*)\)/.exec(this.#text.slice(end))?.[0] ?? '';
      this.#add(readParameterList(`${match[1] ?? ''}${facts}`, this.#lx, { place: 'query' }));
      this.#take(match.index, match[0].length + facts.length);
    }
  }

  /** Reads lists after words such as "takes", "with", "body:", "filter by". */
  #readTriggered(): void {
    const trigger = String.raw`(?:<query>|<body>|<header>|<takes>|<filterBy>|<argument>|<field>)`;
    for (let round = 0; round < 12; round += 1) {
      const match = this.#lx
        .rx(
          String.raw`${trigger}(?:(?:\s*(?:<filler>|<and>|[:：])\s*|\s+)(?:${trigger}|<optional>|<required>|<only>))*\s*[:：]?\s*`,
        )
        .exec(this.#text);
      if (!match) return;
      const start = match.index;
      const from = start + match[0].length;
      const list = cutSentence(this.#text.slice(from), this.#lx);
      const isStrong =
        this.#lx.rx('<body>|<query>|<header>|<argument>|<field>').test(match[0]) ||
        /[:：]/.test(match[0]);
      const isFirst = /^[\s`*)]*[-–—:]+\s*$/.test(this.#text.slice(0, start));
      const isVerb = !isStrong && isFirst && this.#lx.rx('^\\s*<article>[^,(]*$').test(list);
      const isBy = !isStrong && this.#lx.rx('^<filterBy>').test(match[0]);
      const isSingle =
        /\}\/?$/.test(this.#path) || (this.#method !== null && this.#method !== 'GET');
      const place = readPlace(match[0], this.#lx);
      const isNames = !(isBy && isSingle) && !isVerb && beginsList(list, isStrong, this.#lx);
      const said = withPresence(match[0], list, this.#lx);
      const named = isNames ? readParameterList(said, this.#lx, { isProse: true, place }) : [];
      this.#add(named);
      this.#take(start, match[0].length + (named.length > 0 ? list.length : 0));
    }
  }

  /** Reads items that describe a name without a leading word: "- qty int 0..9999, mandatory". */
  #readLoose(): void {
    for (const segment of this.#text.split(
      /[.;]["”]?(?=\s|$)|[。；\n]|\s[-–—]+\s|^\s*[-–—,]\s|[–—]/,
    )) {
      const said = segment.replace(/^(?:[\s,(]|\)\s*[:：]?)+|[\s,]+$/g, '');
      const names = said.replace(/^[:：]\s*/, '');
      const read = readParameterList(names, this.#lx, LOOSE);
      const isListed = this.#method !== 'GET' && areNames(names, read, this.#lx);
      const list = isListed ? names : said;
      this.#addShared(list);
      for (const parameter of isListed ? read : readParameterList(list, this.#lx, LOOSE)) {
        const { name, ...facts } = parameter;
        const isIdentifier = /[_\d]|\p{Ll}\p{Lu}/u.test(name) && !/^\d/.test(name);
        const isSure =
          ['required', 'minimum', 'maximum', 'default', 'enum', 'format', 'maxLength'].some(
            (key) => key in facts,
          ) ||
          (facts.type !== undefined && facts.type !== 'array' && facts.type !== 'string');
        const isKnown =
          this.#path.includes(`{${name}}`) || this.#found.some((each) => each.name === name);
        if (
          isIdentifier ||
          isKnown ||
          (isSure && segment.trim().split(/\s+/).length <= 14) ||
          isListed
        )
          this.#add([isListed ? parameter : { ...parameter, isLoose: true }]);
      }
    }
  }

  /** Applies "Both are required", "all optional" to the previous arguments. */
  #addShared(text: string): void {
    const isAll = this.#lx.rx('^<all>').test(text);
    if (!isAll && !(this.#found.length === 2 && this.#lx.rx('^<both>').test(text))) return;
    const { facts, rest } = scanFacts(text, this.#lx);
    if (hasWords(stripFillers(rest, this.#lx))) return;
    for (const parameter of this.#found) Object.assign(parameter, facts);
  }

  /** Reads names in code or bold type. */
  #readMarked(): void {
    for (const match of this.#text.matchAll(MARKED_NAME)) {
      const after =
        /^\s*(?:\([^)]*\))?/.exec(this.#text.slice(match.index + match[0].length))?.[0] ?? '';
      this.#add(readParameterList(`\`${match[1] ?? ''}\`${after}`, this.#lx));
    }
  }
}
