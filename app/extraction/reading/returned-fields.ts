import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { blankSpan } from './blank-span.ts';
import { splitList } from './split-list.ts';

/** Fields of the response to keep, and the text without their words. */
export interface ReturnedFields {
  /** Empty: the whole response; absent: not stated. */
  keep?: string[];
  rest: string;
}

const NAME = /^[`"'*_]*([\p{L}_$][\p{L}\p{N}_$.[\]-]*)[`"'*_]*$/u;
const ARROW = String.raw`(?:[-=]+>|→|⇒|↦)`;

/**
 * Reads "returns only name and email", "-> status, gate", "answer with status please", "I only need x and y
 * back".
 */
export function readReturned(text: string, lx: Lexicon): ReturnedFields {
  const none: ReturnedFields = { rest: text };
  const templates = [
    String.raw`${ARROW}\s*([^\n]+)`,
    String.raw`(?:<returns>\s*(?:<only>|:)|<only>\s+<returns>|<returns>\s+(?:<filler>\s+)?(?:<only>\s+)?(?:<field>)(?=\s))\s*(?:<filler>\s+|<field>\s+|:)*([^\n]+)`,
    String.raw`<returns>\s+(?:<filler>\s+)*([^\n.;]+?)\s+(?:<only>|<filler>\s+<only>)(?=$|[\s.,;])`,
    String.raw`<only>\s+(?:<filler>\s+)*(?:<returns>\s+)([^\n]+)`,
    String.raw`<response>[^\n.;]{0,25}?\s(?!<and>)<to>\s+([^\n]+)`,
    String.raw`<only>\s+<takes>\s+(?:<filler>\s+)*([^\n]+?)\s+<returns>\s*[.!]?$`,
  ];
  for (const template of templates) {
    const match = lx.rx(template).exec(text);
    if (!match) continue;
    const said = match[1] ?? '';
    if (lx.rx(String.raw`^\s*(?:<whole>|<all>)\s*(?:<please>|[.!]|$)`).test(said))
      return { keep: [], rest: blankSpan(text, match.index, match.index + match[0].length) };
    const names = readNames(said, lx);
    if (names.length > 0 && !names.every((name) => lx.is('strictType', name)))
      return { keep: names, rest: blankSpan(text, match.index, match.index + match[0].length) };
  }
  const plain = lx.rx(String.raw`<returns>\s+([^\n.;:(]+)`).exec(text);
  const listed = plain ? splitList(plain[1] ?? '', lx).map((piece) => piece.text) : [];
  // "returns name and email": at least two names, and nothing else.
  const areNames =
    listed.length > 1 && listed.every((each) => NAME.test(each) && !lx.is('stopsList', each));
  if (!plain || !areNames) return none;
  const rest = blankSpan(text, plain.index, plain.index + plain[0].length);
  return { keep: listed.map((each) => NAME.exec(each)?.[1] ?? each), rest };
}

/** Field names at the beginning of a text: "name, email and office please" has three. */
export function readNames(text: string, lx: Lexicon): string[] {
  const names: string[] = [];
  const sentence = /^(?:[^.!?\n]|[.](?=\S))*/.exec(text)?.[0] ?? '';
  for (const { text: piece } of splitList(sentence, lx)) {
    if (lx.rx('<nothing>').test(piece)) break;
    const words = piece
      .replace(
        lx.rx(
          String.raw`^(?:\s*(?:<article>|<field>|<only>|<both>|<argument>)\s+)+|\s+(?:<please>|<only>|<field>|<returns>|<filler>|back|of|from|in|out).*$`,
          'g',
        ),
        '',
      )
      .trim();
    const match = NAME.exec(words);
    if (
      match &&
      !lx.is('filler', words) &&
      !lx.is('tool', words) &&
      !lx.rx('^<remove>').test(words)
    )
      names.push(match[1] ?? '');
    else if (
      /^[\p{L}]+(?:\s+[\p{L}]+){1,2}$/u.test(words) &&
      names.length + 1 > 0 &&
      !lx.rx('<filler>|<tool>').test(words)
    )
      names.push(words);
    else break;
  }
  return names;
}
