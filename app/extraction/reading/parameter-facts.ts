import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { inferType, itemType } from './infer-type.ts';
import type { ParameterFacts } from './sketch.ts';
import { pickValue, toChoice, toDecimal, toValue } from './to-value.ts';

/** Constraints that a text states, and the text with their words replaced by spaces. */
interface ScannedFacts {
  facts: ParameterFacts;
  rest: string;
}

const NUMBER = String.raw`(-?\d+(?:[.,]\d+)?)`;
/** Text between a bound's word and its number. */
const LINK = String.raw`(?:\s*(?:of|is|=|:|auf|de|di|van|を|是|为|は|to|would be|now|a|at|bei|value)\s*|\s*)`;
const VALUE = String.raw`(?:\x60([^\x60]*)\x60|"([^"]*)"|'([^']*)'|“([^”]*)”|(\d{4}-\d\d(?:-\d\d)?(?:T[\d:.Z+-]+)?|-?\d+(?:\.\d+)?)(?![\p{L}\d-])|(\d*[\p{L}_][\p{L}\d_.-]*)(?![\p{L}\d_.-]))`;
/** One of several values: quoted, a number, or a word. */
const CHOICE = String.raw`(?:\x60[^\x60]+\x60|"[^"]+"|'[^']+'|-?\d+(?:\.\d+)?(?![\p{L}\d])|\d*[\p{L}_][\p{L}\p{N}_.+-]*)`;

/** Meanings that are string formats, in this order; a timestamp is a number. */
const FORMATS = {
  dateTime: 'date-time',
  uuid: 'uuid',
  email: 'email',
  timestamp: '',
  date: 'date',
};
const TYPES = ['boolean', 'integer', 'number', 'object', 'string', 'array', 'uri'] as const;

/** Reads an argument's constraints from a text: types, bounds, enums, whether it is required. */
export function scanFacts(text: string, lx: Lexicon): ScannedFacts {
  const scan = new Scan(lx.withDigits(lx.corrected(plainNumbers(text))), lx);
  scan.readDefault();
  scan.readRange();
  scan.readChoices();
  scan.readSizes();
  scan.readBounds();
  scan.readType();
  scan.readPresence();
  return { facts: scan.facts, rest: scan.text };
}

/** Writes "1,000" and "10k" as plain numbers. */
function plainNumbers(text: string): string {
  return text
    .replace(/(?<=(?<![\d.,])\d{1,3}),(?=\d{3}(?!\d))/g, '')
    .replace(/(?<![\w.])(\d{1,4})k(?!\w)/gi, (_all, thousands: string) => `${thousands}000`);
}

/** Constraints that a text states. */
export function readFacts(text: string, lx: Lexicon): ParameterFacts {
  return scanFacts(text, lx).facts;
}

class Scan {
  text: string;
  readonly facts: ParameterFacts = {};
  readonly #lx: Lexicon;

  constructor(text: string, lx: Lexicon) {
    this.text = text;
    this.#lx = lx;
  }

  /** Takes the first match of a pattern and replaces it by spaces; null if there is none. */
  #take(template: string): RegExpExecArray | null {
    const match = this.#lx.rx(template).exec(this.text);
    if (match) this.#blank(match.index, match[0].length);
    return match;
  }

  #blank(start: number, length: number): void {
    this.text = `${this.text.slice(0, start)}${' '.repeat(length)}${this.text.slice(start + length)}`;
  }

  readDefault(): void {
    if (this.#take(String.raw`<no>\s+<default>`)) {
      this.facts.clear = [...(this.facts.clear ?? []), 'default'];
      return;
    }
    const before = this.#take(
      String.raw`(?<![\p{L}\d.-])(?:${NUMBER}|(true|false)|["'\x60]([^"'\x60]{1,60})["'\x60])\s*(?:(?:is|as|being|the|it|also)\s+)*\(?(?:<default>)\)?(?!${LINK}["'\x60]?-?\d)|(?<![\p{L}\p{N}_-])(?!<change>|<filler>|<atMost>|<required>)([A-Z]{2,8}|[\p{Ll}]{2,20})\s+(?:<defaultAfter>)(?!${LINK}["'\x60]?-?\d)`,
    );
    if (before) {
      const word = before[4];
      this.facts.default = /^(?:on|off)$/i.test(word ?? '')
        ? /^on$/i.test(word ?? '')
        : toValue(
            before[1]?.replace(',', '.') ?? before[2] ?? before[3] ?? word ?? '',
            before[3] !== undefined,
          );
      return;
    }
    const after = this.#lx.rx(String.raw`<default>${LINK}(?:<to>\s*)?${VALUE}`).exec(this.text);
    if (!after) {
      const assigned = this.#take(String.raw`(?<![=!<>])=\s*${VALUE}(?!\s*(?:<or>|,|[|/]))`);
      if (assigned && this.#isType(assigned[6]))
        this.text = `${this.text.slice(0, assigned.index)} ${assigned[6]} ${this.text.slice(assigned.index + assigned[0].length)}`;
      else if (assigned) this.facts.default = pickValue(assigned);
      return;
    }
    const word = after[6];
    if (word !== undefined && this.#isFactWord(word)) {
      // "the default of limit in list_users is 20"
      const far = this.#take(
        String.raw`<default>[^\d"'\x60;.]{0,60}?\s(?:is|to|=|:|be)\s+${VALUE}`,
      );
      if (far && (far[6] === undefined || /^(?:true|false)$/i.test(far[6])))
        this.facts.default = pickValue(far);
      return;
    }
    this.facts.default = pickValue(after);
    this.#blank(after.index, after[0].length);
  }

  #isType(word: string | undefined): boolean {
    return word !== undefined && (this.#lx.is('strictType', word) || this.#lx.is('array', word));
  }

  #isFactWord(word: string): boolean {
    const senses =
      '^(?:<required>|<optional>|<and>|<or>|<atMost>|<atLeast>|<asBefore>|<it>|<filler>)$';
    return this.#lx.rx(senses).test(word) || /^(?:is|as|the|a)$/i.test(word);
  }

  readChoices(): void {
    if (this.#take(String.raw`<boolean>`)) {
      this.facts.type = 'boolean';
      return;
    }
    const found =
      this.#takeChoices(
        String.raw`(?<![\p{L}\p{N}_])${CHOICE}(?:(?:\s*\|\s*|\/|\s+\/\s+)${CHOICE})+`,
      ) ??
      this.#takeChoices(
        String.raw`<oneOf>\s*:?\s*[([{]?\s*(${CHOICE}(?:\s*(?:,|;|/|、|，|<or>|<and>)+\s*(?:<or>\s*)?${CHOICE})+)`,
      ) ??
      this.#takeChoices(
        String.raw`(?<![\p{L}\p{N}_])${CHOICE}(?:\s*[,、，]\s*${CHOICE})*\s*[,、，]?\s*<or>\s*${CHOICE}`,
      ) ??
      this.#takeChoices(
        String.raw`(?<![\p{L}\p{N}_/])[A-Z\d_]{2,}(?:\s*[,/、，]\s*[A-Z\d_]{2,})+(?![\p{Ll}])`,
        true,
      );
    if (found) this.facts.enum = found;
  }

  #takeChoices(template: string, isExact = false): (string | number)[] | null {
    const pattern = isExact ? new RegExp(template, 'u') : this.#lx.rx(template);
    const match = pattern.exec(this.text);
    if (!match) return null;
    const values = this.#splitChoices(match[1] ?? match[0]);
    const type = this.#lx.rx('^(?:<string>|<integer>|<number>|<boolean>|<array>|<object>|<date>)$');
    const areTypes = values.every((value) => type.test(value));
    if (values.length < 2 || areTypes || values.some((value) => this.#isNoChoice(value)))
      return null;
    this.#blank(match.index, match[0].length);
    return values.map((value) => toChoice(value, values));
  }

  #splitChoices(text: string): string[] {
    const parts = text.split(
      this.#lx.rx(
        String.raw`\s*[,;|、，]\s*(?:<or>\s*|<and>\s+)?|\s+<or>\s+|\s*或\s*|\s*または\s*|\s+<and>\s+|(?<=[\p{L}\d])\/(?=[\p{L}\d])`,
      ),
    );
    return parts.map((part) => part.trim()).filter((part) => part !== '');
  }

  /** Whether a word describes the argument instead of being one of its values. */
  #isNoChoice(value: string): boolean {
    if (/^["'`]/.test(value)) return false;
    const senses =
      '^(?:<required>|<optional>|<default>|<atMost>|<atLeast>|<both>|<all>|<dateTime>|<argument>|<nothing>|<not>)$';
    return this.#lx.rx(senses).test(value);
  }

  /** Reads lengths of strings and of lists. */
  readSizes(): void {
    const unit = (sense: string) => [
      String.raw`(?:<between>\s*)?${NUMBER}\s*(?:<to>)\s*${NUMBER}\s*<${sense}>`,
      String.raw`<atMost>${LINK}${NUMBER}\s*<${sense}>|${NUMBER}\s*<${sense}>\s*(?:<atMost>)|<atMost>\s+<${sense}>${LINK}${NUMBER}`,
      String.raw`<atLeast>${LINK}${NUMBER}\s*<${sense}>|${NUMBER}\s*<${sense}>\s*(?:<atLeast>)`,
      String.raw`(?<![\p{L}\d])${NUMBER}[\s-]*<${sense}>`,
    ];
    for (const [sense, least, most] of [
      ['characters', 'minLength', 'maxLength'],
      ['entries', 'minItems', 'maxItems'],
    ] as const) {
      const [range = '', atMost = '', atLeast = '', exact = ''] = unit(sense);
      const both = this.#take(range);
      if (both) {
        this.facts[least] = toDecimal(both[1]);
        this.facts[most] = toDecimal(both[2]);
        continue;
      }
      const above = this.#take(atMost);
      if (above) this.facts[most] = toDecimal(above[1] ?? above[2] ?? above[3]);
      const below = this.#take(atLeast);
      if (below) this.facts[least] = toDecimal(below[1] ?? below[2]);
      if (above || below || sense === 'entries') continue;
      const length = this.#take(exact);
      if (!length) continue;
      this.facts.minLength = toDecimal(length[1]);
      this.facts.maxLength = toDecimal(length[1]);
    }
  }

  /** Before choices: "between 1 and 5" is not a choice of two. */
  readRange(): void {
    const range = this.#take(
      String.raw`(?:<between>\s*)?(?<![\p{L}\d.-])${NUMBER}\s*(?:<to>|<and>)\s*${NUMBER}(?![\p{L}\d]|-\d|\s*(?:<characters>|<entries>))`,
    );
    if (range) {
      this.facts.minimum = toDecimal(range[1]);
      this.facts.maximum = toDecimal(range[2]);
    }
  }

  readBounds(): void {
    const { facts } = this;
    // "no máximo 50" is a bound in Portuguese, "no maximum" is none.
    for (const bound of ['maximum', 'minimum'] as const)
      if (this.#take(String.raw`<no>\s+(?:<${bound}>)(?!${LINK}\d)`))
        facts.clear = [...(facts.clear ?? []), bound];
    const most = this.#take(
      String.raw`<maximum>[^\d,;.]{0,30}?<to>\s*${NUMBER}|<atMost>${LINK}${NUMBER}|${NUMBER}\s*(?:is\s+)?(?:the\s+|as\s+)*(?:<atMost>)|${NUMBER}\s*(?:以下|まで)`,
    );
    if (most) facts.maximum = toDecimal(most[1] ?? most[2] ?? most[3] ?? most[4]);
    const least = this.#take(
      String.raw`<minimum>[^\d,;.]{0,30}?<to>\s*${NUMBER}|<atLeast>${LINK}${NUMBER}|${NUMBER}\s*(?:is\s+)?(?:the\s+|as\s+)*(?:<minimum>|at least|以上)|${NUMBER}\s*<to>\s*∞`,
    );
    if (least) facts.minimum = toDecimal(least[1] ?? least[2] ?? least[3] ?? least[4]);
    const above = this.#take(String.raw`<moreThan>\s*${NUMBER}`);
    if (above) facts.minimum = toDecimal(above[1]) + 1;
    const under = this.#take(String.raw`<lessThan>\s*${NUMBER}`);
    if (under) facts.maximum = toDecimal(under[1]) - 1;
  }

  readType(): void {
    const { facts } = this;
    const list = this.#take(
      String.raw`<array>\s*(?:of\s+)?(?:<string>|<integer>|<number>|<uuid>|<email>|<date>|<boolean>)|(?:string|str|int|integer|number|float|boolean)\[\]`,
    );
    if (list) {
      facts.type = 'array';
      facts.items = itemType(list[0], this.#lx);
    }
    for (const [sense, format] of Object.entries(FORMATS)) {
      if (facts.type !== undefined || facts.format !== undefined || !this.#take(`<${sense}>`))
        continue;
      facts.type = format === '' ? 'integer' : 'string';
      if (format !== '') facts.format = format;
    }
    for (const sense of TYPES) {
      if (!this.#take(`<${sense}>`)) continue;
      const type = sense === 'uri' ? 'string' : sense;
      if (facts.type === undefined) {
        facts.type = type;
        if (sense === 'uri') facts.format = 'uri';
      } else if (facts.type === 'array' && type !== 'array') facts.items ??= type;
      // "an integer number", "whole numbers": the narrower type comes first.
    }
    if (facts.type === 'array') this.#toItems();
    if (facts.type === undefined) inferType(facts);
  }

  /** "five at most" counts the items of a list. */
  #toItems(): void {
    const { facts } = this;
    if (facts.maximum !== undefined) facts.maxItems ??= facts.maximum;
    if (facts.minimum !== undefined) facts.minItems ??= facts.minimum;
    delete facts.maximum;
    delete facts.minimum;
  }

  readPresence(): void {
    if (this.#take(String.raw`<not>\s+<optional>`)) this.facts.required = true;
    else if (
      this.#take(String.raw`<optional>(?:\s+<required>)?|<not>\s+(?:<filler>\s+)*(?:<required>)`)
    )
      this.facts.required = false;
    else if (this.#take('<required>')) this.facts.required = true;
  }
}
