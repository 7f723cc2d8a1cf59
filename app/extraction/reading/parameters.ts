import { toWords } from '#app/blueprint/words.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { findName, hasWords, stripFillers } from './find-name.ts';
import { scanFacts } from './parameter-facts.ts';
import { maskPlaces, readPlace, withPlace } from './read-place.ts';
import type { ParameterFacts, ParameterSketch, ParameterPlace } from './sketch.ts';
import { splitList, type ListPiece } from './split-list.ts';

interface ListReading {
  /** In a sentence: words that cannot be a name end the list. */
  isProse?: boolean;
  place?: ParameterPlace | undefined;
  /** No word announces the list: two adjacent words are not a name. */
  isLoose?: boolean;
}

/** A quoted name, or one followed by constraints in brackets; not constraints alone. */
const NAME_WITH_FACTS =
  /^\s*[-*•]?\s*(?:[`"“*_]+[\p{L}_][\p{L}\p{N}_.-]*[`"”*_]+|[\p{L}_][\p{L}\p{N}_.-]*\s*[(（])/u;
/** Descriptions in a sentence are short; longer ones are not a list of arguments. */
const MAX_PROSE_WORDS = 3;
const LONGEST_NAME = 64;

/** Reads a list of arguments: "`name` (string, required), age? number at most 20 and a note". */
export function readParameterList(
  text: string,
  lx: Lexicon,
  reading: ListReading = {},
): ParameterSketch[] {
  const found: Entry[] = [];
  let targets: Entry[] = [];
  for (const piece of joinChoices(cutSpaced(splitList(lx.withDigits(text, true), lx), lx), lx)) {
    const facts = readFactsOnly(piece, lx, found.at(-1));
    if (facts) {
      // "both of which are mandatory and given as dates": the text applies to the same arguments.
      if (piece.joined !== 'and' || targets.length === 0) targets = pickTargets(found, piece, lx);
      addFacts(targets, piece, facts, lx);
      continue;
    }
    targets = [];
    const sentAs = readWire(piece.text, lx);
    const last = found.at(-1);
    if (sentAs?.lead === '' && last) {
      last.parameter.sentAs = sentAs.name;
      continue;
    }
    const entry = readEntry(piece, lx, reading);
    if (entry === null) {
      if (reading.isProse) break;
      continue;
    }
    found.push(entry);
    shareFacts(found, lx);
  }
  // If some have a `?`, the others are required.
  if (found.some(({ mark }) => mark === '?'))
    for (const { parameter } of found) parameter.required ??= true;
  return dedupe(found.map(({ parameter }) => withPlace(parameter, reading.place)));
}

interface Entry {
  parameter: ParameterSketch;
  joined: ListPiece['joined'];
  /** Text after the name. */
  tail: string;
  /** `?`: optional. */
  mark: string;
}

/**
 * Constraints of an item without a name: "required", "default 20", "both floats"; null if it has a name.
 */
function readFactsOnly(
  { text, joined }: ListPiece,
  lx: Lexicon,
  before: Entry | undefined,
): ParameterFacts | null {
  if (!before || NAME_WITH_FACTS.test(text)) return null;
  // "with name and email required": the word of a format is a name if only its presence is stated.
  const first = /^[a-z]+(?=\s)/.exec(text)?.[0] ?? '';
  const isName = lx.is('email', first) || lx.is('uri', first) || lx.is('date', first);
  const isListed = before.tail.trim() === '' || joined === 'and';
  if (isName && isListed && !first.endsWith('s')) return null;
  const isPair =
    lx.is('from', before.parameter.name) && lx.rx(String.raw`^<to>(?!\p{L})`).test(text);
  if (isPair) return null;
  const { facts, rest } = scanFacts(text, lx);
  if (Object.keys(facts).length === 0 && readPlace(text, lx) === undefined) return null;
  if (hasWords(stripFillers(rest, lx))) return null;
  const word = text.trim();
  const isOneWord = /^[\p{Script=Latin}_]+$/u.test(word);
  const isSure =
    facts.required !== undefined || facts.default !== undefined || facts.clear !== undefined;
  // "name, date, text": in a list of names, a bare type is a name, too.
  const hasLine = /^\s*:/.test(before.tail);
  return isOneWord && !isSure && !hasLine && !lx.has('both', word) ? null : { ...facts };
}

function pickTargets(found: Entry[], { text }: ListPiece, lx: Lexicon): Entry[] {
  if (lx.has('both', text) || lx.has('all', text)) return [...found];
  return lx.has('first', text) ? found.slice(0, 1) : found.slice(-1);
}

function addFacts(targets: Entry[], { text }: ListPiece, facts: ParameterFacts, lx: Lexicon): void {
  const place = readPlace(text, lx);
  for (const { parameter } of targets) {
    Object.assign(parameter, facts, place && parameter.in === undefined ? { in: place } : {});
  }
}

/**
 * Applies constraints of the last argument to all joined ones: "begin and end are mandatory", "from and to
 * (dates)".
 */
function shareFacts(found: Entry[], lx: Lexicon): void {
  const last = found.at(-1);
  const before = found.at(-2);
  if (!last || !before) return;
  // "from, to (date-time)"
  const isPair = lx.is('from', before.parameter.name) && lx.is('to', last.parameter.name);
  // "min_price, max_price (numbers)", "label, yearFrom and yearTo (integers)"
  const isPluralType = /^\s*[(（]\p{L}+s\s*[)）]/u.test(last.tail);
  if (last.joined !== 'and' && !isPair && !isPluralType) return;
  const isAlike = (entry: Entry) => sharesWord(entry.parameter.name, last.parameter.name);
  const isNarrow = isPluralType && (isAlike(before) || last.joined !== 'and');
  const isPlural =
    isPair ||
    /^\s*[(（][^)）]*s\s*[)）]/.test(last.tail) ||
    lx.rx(String.raw`^\s*(?:は|<plural>)`).test(last.tail);
  if (!isPlural) return;
  const { name: _name, sentAs: _wire, description: _text, ...facts } = last.parameter;
  for (let index = found.length - 2; index >= 0; index -= 1) {
    const entry = found[index];
    if (!entry || entry.tail.trim() !== '') return;
    if (isNarrow && entry !== before && !isAlike(entry)) return;
    Object.assign(entry.parameter, facts);
    if (entry.joined === 'start' || isPair) return;
  }
}

/** Whether names share a word and hence a type, as `min_price` and `max_price`. */
function sharesWord(one: string, other: string): boolean {
  const words = new Set(toWords(one));
  return toWords(other).some((word) => words.has(word));
}

/** Splits names separated by spaces that have common constraints: "lat lon both floats". */
function cutSpaced(pieces: readonly ListPiece[], lx: Lexicon): ListPiece[] {
  return pieces.flatMap((piece): ListPiece[] => {
    const spaced = lx
      .rx(String.raw`^((?:[\p{L}_]\w*\s+){2,5})((?:<both>|<all>)\s.+)$`)
      .exec(piece.text);
    const names = spaced?.[1]?.trim().split(/\s+/) ?? [];
    const said = spaced?.[2] ?? '';
    if (names.length === 0 || names.some((name) => lx.knows(name))) return [piece];
    if (hasWords(stripFillers(scanFacts(said, lx).rest, lx))) return [piece];
    return [
      ...names.map((text, index) => ({
        text,
        joined: index === 0 ? piece.joined : ('comma' as const),
      })),
      { text: said, joined: 'comma' },
    ];
  });
}

/** Reads the name on the wire, and the text before it: "sent as per_page", "page size as per_page". */
function readWire(text: string, lx: Lexicon): { lead: string; name: string } | null {
  const match = lx
    .rx(
      String.raw`^(.*?)(?:^|\s+|(?<=\)))(?:(?:<wire>|<move>)|as)\s+[\x60"']?([A-Za-z]+(?:[_-][A-Za-z]+)+)[\x60"']?\s*$`,
    )
    .exec(text);
  return match ? { lead: (match[1] ?? '').trim(), name: match[2] ?? '' } : null;
}

function readEntry(piece: ListPiece, lx: Lexicon, reading: ListReading): Entry | null {
  const wire = readWire(piece.text, lx);
  const { joined } = piece;
  const text = wire?.lead ?? piece.text;
  // "use api key in query as api_key" names a credential, not an argument.
  if (wire && lx.rx('<apiKey>|<auth>').test(text)) return null;
  const named = findName(text, lx, reading);
  if (!named || named.name.length > LONGEST_NAME) return null;
  const { name, mark, lead, tail } = named;
  const said = `${lead} ${tail}`;
  const choices = readChoices(tail, lx);
  const { facts, rest } = scanFacts(
    maskPlaces(choices === null ? said : said.replace(choices.text, ' ')),
    lx,
  );
  if (choices !== null) Object.assign(facts, { enum: choices.values, type: 'string' });
  const left = describeRest(rest, lx);
  if (reading.isProse && left.split(/\s+/).length > MAX_PROSE_WORDS) {
    // The list has ended: another sentence follows.
    if (!named.isMarked) return null;
  }
  const parameter: ParameterSketch = { name: name.replace(/\[\]$/, ''), ...facts };
  if (wire) parameter.sentAs = wire.name;
  if (name.endsWith('[]')) parameter.type = 'array';
  if (mark === '?') parameter.required = false;
  if (mark === '*' || mark === '!') parameter.required = true;
  const place = readPlace(said, lx);
  if (place) parameter.in = place;
  if (left !== '' && !reading.isProse) parameter.description = left;
  return { parameter, joined, tail, mark };
}

/** Reads bare words in brackets as values: "status (open, paid, void)". */
function readChoices(tail: string, lx: Lexicon): { values: string[]; text: string } | null {
  const inner = /^[^(（]{0,20}[(（]([^()（）;；]*)[)）;；]/.exec(tail)?.[1] ?? '';
  const words = inner.split(/\s*[,、，/]\s*/).map((word) => word.replace(/^[`"']|[`"']$/g, ''));
  const isPlain = (word: string) =>
    /^[\p{L}][\p{L}\p{N}_.-]*$/u.test(word) &&
    Object.keys(scanFacts(word, lx).facts).length === 0 &&
    readPlace(word, lx) === undefined &&
    !lx.is('unit', word);
  return words.length > 1 &&
    words.every(isPlain) &&
    Object.keys(scanFacts(inner, lx).facts).every(
      (key) => key === 'enum' || (key === 'type' && !lx.rx('<boolean>').test(inner)),
    )
    ? { values: words, text: inner }
    : null;
}

/** Joins values that follow a name: "sort is one of a, b or c", "range is 1d, 1mo or 1y". */
function joinChoices(pieces: readonly ListPiece[], lx: Lexicon): ListPiece[] {
  const value = String.raw`["'\x60]?[\p{L}\p{N}_.-]+["'\x60]?`;
  const isOpen = lx.rx(
    String.raw`^${value}\s*:?\s*(?:<filler>\s+)*<oneOf>\s*:?\s*${value}(?:,\s*${value})*$`,
  );
  const isHead = lx.rx(String.raw`^${value}\s*(?:<filler>|[=:])\s*${value}$`);
  const isValue = (piece: ListPiece) =>
    new RegExp(`^${value}$`, 'u').test(piece.text) &&
    Object.keys(scanFacts(piece.text, lx).facts).length === 0;
  const isEnd = lx.rx(String.raw`^(?:<or>\s+)?${value}\s+<or>\s+${value}$|^<or>\s+${value}$`);
  const joined: ListPiece[] = [];
  let ends = -1;
  for (const [index, piece] of pieces.entries()) {
    const head = joined.at(-1);
    if (
      head &&
      (index <= ends || (isOpen.test(head.text) && (isValue(piece) || isEnd.test(piece.text))))
    ) {
      head.text = `${head.text}, ${piece.text}`;
      continue;
    }
    joined.push({ ...piece });
    const end = pieces.findIndex((each, at) => at > index && !isValue(each));
    if (isHead.test(piece.text) && isEnd.test(pieces[end]?.text ?? '')) ends = end;
  }
  return joined;
}

/** The description that remains without the constraints; empty if it says nothing. */
function describeRest(rest: string, lx: Lexicon): string {
  const text = rest
    .replace(/[()[\]{}（）]/g, ' ')
    .replace(/^[\s:;,.–—|=-]+|[\s:;,|–—-]+$/g, '')
    .replace(/\s+([,;.])/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/(?:[,;]\s*)+/g, ', ')
    .replace(/^[,;.\s]+|[,;\s]+$/g, '');
  return hasWords(stripFillers(text, lx)) ? text : '';
}

function dedupe(parameters: ParameterSketch[]): ParameterSketch[] {
  const byName = new Map<string, ParameterSketch>();
  for (const parameter of parameters) {
    byName.set(parameter.name, { ...byName.get(parameter.name), ...parameter });
  }
  return [...byName.values()];
}
