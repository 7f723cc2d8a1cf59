import { toSingular, toWords } from '#app/blueprint/words.ts';
import {
  liveTools,
  type WorkArgument,
  type WorkTool,
} from '#app/builder/built-in/plan/work-model.ts';
import { escapePattern } from '#app/extraction/reading/escape-pattern.ts';
import { readFacts } from '#app/extraction/reading/parameter-facts.ts';
import { readParameterList } from '#app/extraction/reading/parameters.ts';
import { readPlace } from '#app/extraction/reading/read-place.ts';
import type { ParameterFacts, ParameterSketch } from '#app/extraction/reading/sketch.ts';

import { applyFacts } from './apply-facts.ts';
import { doesVerb } from './does-verb.ts';
import { askBack, doneWith, type Effect } from './effect.ts';
import { findTools } from './find-tools.ts';
import type { FoundTools, Scope } from './scope.ts';

/** Reads "the booking tool needs nights (integer, 1 to 28) and guests": new arguments. */
export function addArguments(text: string, scope: Scope): Effect | null {
  const { lx } = scope;
  const verb = lx
    .rx(scope.isBuilding ? '<takes>' : String.raw`<takes>|<add>|<filterBy>`)
    .exec(text);
  const isStatement =
    /^\s*\w*(?:Dto|DTO|Request|Body|Payload|Input|Params)\s+(?:is|are|has)\s/.exec(text);
  if (!verb && !isStatement) return null;
  // "add logging" names no argument.
  const isBare =
    verb !== null &&
    !lx
      .rx(
        '<takes>|<filterBy>|<argument>|<field>|<header>|<query>|<body>|<optional>|<required>|<to>',
      )
      .test(text);
  if (isBare && !/[`"(]/.test(text)) return null;
  const { tools: targets, how, isAmbiguous } = findTakers(text, verb, scope);
  if (
    scope.isBuilding &&
    (how === 'focus' || how === 'none') &&
    (scope.focus.length > 1 || !lx.rx('<it>|<tool>').test(text.slice(0, verb?.index ?? 0)))
  )
    return null;
  if (targets.length === 0) return null;
  const at = isStatement ? isStatement[0].length : (verb?.index ?? 0) + (verb?.[0].length ?? 0);
  const list = withoutSource(stripTool(text.slice(at), targets, lx), scope);
  const said = readNew(text, list, scope);
  if (verb !== null && isDeed(verb[0], said, targets, { text, scope })) return null;
  const areMarked = said.some(
    (each) => /[_\d]|\p{Ll}\p{Lu}/u.test(each.name) || Object.keys(each).length > 1,
  );
  if (said.length === 0 || (how === 'group' && !areMarked && text.split(/\s+/).length > 8))
    return null;
  const isFilter = lx.rx('<filterBy>').test(text);
  const fitting = isFilter ? targets.filter((tool) => doesVerb('list', tool)) : [];
  const taking = fitting.length > 0 ? fitting : targets;
  const isUnsaid =
    how === 'focus' ? !lx.rx('<all>|<both>|they|them|these').test(text) : isAmbiguous;
  if (isUnsaid && taking.length > 1)
    return askBack(
      `Which tool takes ${said.map(({ name }) => `\`${name}\``).join(' and ')}?`,
      taking.map(({ name }) => name),
    );
  for (const tool of taking) {
    for (const parameter of said) {
      const known = tool.args.find(
        ({ name }) => name.toLowerCase() === parameter.name.toLowerCase(),
      );
      if (known) applyFacts([known], withoutName(parameter));
      else tool.args.push({ ...parameter });
    }
  }
  return doneWith(taking);
}

/**
 * Without what comes from the request that stood behind it: of "takes a locale and reads the menu from GET …" the
 * locale is left.
 */
function withoutSource(list: string, { lx, isBuilding }: Scope): string {
  if (!isBuilding || !lx.rx(String.raw`(?<![\p{L}\p{N}_])<from>\s*$`).test(list)) return list;
  const last = lx.rx(String.raw`^.*(?:,|(?<![\p{L}\p{N}_])<and>(?![\p{L}\p{N}_]))`, 's').exec(list);
  return (last?.[0] ?? '').replace(lx.rx(String.raw`(?:,|\s|<and>)+$`), '');
}

/**
 * Whether a verb says what the tool does instead of what it takes: "a tool that gets a user" reads one, by a request
 * whose path is about users, or that stood behind "from".
 */
function isDeed(
  verb: string,
  said: readonly ParameterSketch[],
  targets: readonly WorkTool[],
  { text, scope: { lx, isBuilding } }: { text: string; scope: Scope },
): boolean {
  if (!isBuilding || !lx.is('reads', verb) || !targets.every(({ reads }) => reads)) return false;
  const [first] = said;
  if (first === undefined || lx.rx(String.raw`(?<![\p{L}\p{N}_])<from>\s*$`).test(text))
    return true;
  const singular = (words: readonly string[]) => words.map(toSingular);
  const topics = singular(
    targets.flatMap(({ path }) => toWords(path.replaceAll(/\{[^{}]*\}/g, ' '))),
  );
  return singular(toWords(first.name)).every((word) => topics.includes(word));
}

/** The arguments that a list names, or the header that a sentence is about. */
function readNew(text: string, list: string, { lx, model }: Scope): ParameterSketch[] {
  const names = liveTools(model).map((tool) => tool.name);
  const place = readPlace(list.replace(/\([^)]*\)/g, ' '), lx);
  const parameters = readParameterList(list.replace(/[.!]+$/, ''), lx, {
    isProse: true,
    place: place === 'path' ? undefined : place,
  }).filter(
    ({ name }) =>
      !lx.is('tool', name) &&
      !lx.is('server', name) &&
      !lx.is('name', name) &&
      !names.includes(name) &&
      !isPhrase(name, text, lx),
  );
  const header =
    place === 'header' ? /(?<![\w-])([A-Z]\w*(?:-\w+)+)(?![\w-])/.exec(text)?.[1] : undefined;
  if (header === undefined) return parameters;
  const known = parameters.find(({ name }) => name === header);
  return [{ ...known, ...readFacts(text, lx), name: header, in: 'header' }];
}

/**
 * Whether words count, order or describe instead of naming an argument: "the two listings", "the user first",
 * "descriptions".
 */
function isPhrase(name: string, text: string, lx: Scope['lx']): boolean {
  const words = name.split('_');
  const senses = ['first', 'second', 'last', 'list', 'single', 'tool'] as const;
  const isJoined = !text.includes(name);
  return words.some(
    (word) =>
      lx.withDigits(word) !== word ||
      lx.is('describe', toSingular(name)) ||
      (isJoined && senses.some((sense) => lx.is(sense, word))),
  );
}

function withoutName({ name: _name, in: _place, ...facts }: WorkArgument): ParameterFacts {
  return facts;
}

/** The tools that get the new arguments: the subject of the sentence, or those named anywhere in it. */
function findTakers(text: string, verb: RegExpExecArray | null, scope: Scope): FoundTools {
  const subject = findTools(subjectOf(text, verb, scope.lx), scope);
  if (subject.how !== 'none' && subject.how !== 'focus') return subject;
  const whole = findTools(text, scope);
  return whole.how === 'named' || subject.how === 'none' ? whole : subject;
}

/** Text before the verb or after "to": the tool that is meant. */
function subjectOf(text: string, verb: RegExpExecArray | null, lx: Scope['lx']): string {
  const before = text.slice(0, verb?.index ?? text.length);
  const behind = lx.rx(String.raw`<to>\s+(?:<filler>\s+)*[^,;]*(?=[,;]|$)`).exec(text)?.[0];
  return behind && before.trim() === '' ? behind : before;
}

function stripTool(list: string, tools: readonly WorkTool[], lx: Scope['lx']): string {
  return tools.reduce(
    (left, { name }) =>
      left.replace(
        lx.rx(
          String.raw`(?:<to>|<filler>)\s+(?:<filler>\s+)*[\x60"']?${escapePattern(name)}[\x60"']?(?:\s+<tool>)?`,
        ),
        ' ',
      ),
    list,
  );
}
