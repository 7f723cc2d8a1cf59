import { hostWords, isUnnamed, nameAfterWords } from '#app/blueprint/tool-words/name-after-host.ts';
import { lastArgument } from '#app/builder/built-in/edits/correct-last.ts';
import { applyAuth, changeBase } from '#app/builder/built-in/edits/edit-server.ts';
import { askBack, doneWith, type Effect } from '#app/builder/built-in/edits/effect.ts';
import type { Scope } from '#app/builder/built-in/edits/scope.ts';
import type { PastTurn } from '#app/builder/built-in/turn.ts';
import { findTool } from '#app/builder/tools/builder-tools.ts';
import { toClauses, type Clause } from '#app/extraction/reading/clauses.ts';
import type { MessageReading } from '#app/extraction/reading/read-message.ts';
import type { Base, EndpointSketch, PlacedEndpoint } from '#app/extraction/reading/sketch.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { addEndpoints } from './add-endpoints.ts';
import {
  applyClause,
  isAsking,
  isHeldBack,
  isWorthReporting,
  splitWishes,
} from './apply-clause.ts';
import { applySketch } from './apply-sketch.ts';
import { correctEndpoint, findLogged } from './correct-endpoint.ts';
import { askForVerbs, guessEndpoints } from './guess-endpoints.ts';
import { nameNewTools } from './name-new-tools.ts';
import { readReferences } from './read-references.ts';
import { liveTools, type WorkModel, type WorkTool } from './work-model.ts';

/** Result of a message, clause by clause. */
export interface Applied {
  added: WorkTool[];
  effects: { clause: string; effect: Effect }[];
  /** Sentences without any effect. */
  unused: string[];
  /** Questions about the draft or the product. */
  questions: string[];
  /** Endpoints without an address. */
  homeless: EndpointSketch[];
  focus: string[];
  /** The argument of the last sentence. */
  argument?: string | undefined;
}

interface Given {
  reading: MessageReading;
  focus: readonly string[];
  past: readonly PastTurn[];
  lx: Lexicon;
  /** Names of the tools that answer the previous turn's question. */
  chosen?: readonly string[];
}

/** Applies a message to the model: first its definitions, then its requests, sentence by sentence. */
export function applyMessage(model: WorkModel, given: Given): Applied {
  const { focus, past, lx, chosen = [] } = given;
  const hadTools = liveTools(model).length > 0;
  const reading = hadTools ? readReferences(given.reading, model, lx) : given.reading;
  const guessed =
    reading.endpoints.length === 0 && !hadTools
      ? guessEndpoints(reading, lx)
      : { endpoints: [], ask: null };
  const { endpoints, bases } = splitMoves(
    reading,
    [...reading.endpoints, ...guessed.endpoints],
    hadTools,
    lx,
  );
  const isCorrection =
    hadTools && endpoints.length > 0 && endpoints.every(({ sketch }) => sketch.method === null);
  const corrected = correctEndpoint(model, endpoints, focus, reading.text, lx);
  const logged = findLogged(endpoints);
  const { added, named, homeless } = addEndpoints(
    model,
    isCorrection || logged || corrected
      ? []
      : endpoints.filter(({ isQuoted, sketch }) => !isQuoted || isOwnHost(model, sketch)),
    bases,
  );
  const applied: Applied = {
    added,
    effects: [],
    unused: [],
    questions: [],
    homeless,
    focus: added.length > 0 ? added.map(({ name }) => name) : [...focus],
  };
  const verbs = askForVerbs(reading.text, reading.endpoints, lx);
  for (const effect of [guessed.ask, logged, corrected, verbs]) record(applied, '', effect);
  for (const { tool, sketch } of named)
    if (applySketch(tool, sketch)) record(applied, sketch.url, doneWith([tool]));
  const last = past.at(-1)?.calls.filter(({ tool }) => findTool(tool)?.effect !== 'reads') ?? [];
  const asScope = (): Scope => ({
    model,
    focus: applied.focus,
    argument: applied.argument ?? argumentOf(lastArgument(past), applied),
    chosen,
    lx,
    isBuilding: added.length > 0,
    lastWas: last.length === 1 ? (last[0]?.tool ?? '') : '',
  });
  if (hadTools && added.length === 0 && named.length === 0 && corrected === null)
    record(applied, reading.text, readAddress(reading, bases, asScope()));
  record(applied, '', applyAuth(model, reading.auth, bases, { text: reading.text, lx }));
  nameNewTools(added, reading.clauses, model, lx);
  const clauses = corrected ? clausesBehind(endpoints, reading, lx) : reading.clauses;
  applyClauses(applied, { ...reading, clauses }, asScope, past);
  if (!hadTools) nameAfterApi(model);
  return applied;
}

/** Names a server that nobody has named after the API of its first tool. */
function nameAfterApi({ identity, tools }: WorkModel): void {
  const base = tools.find(({ upstream }) => upstream !== null)?.upstream?.baseUrl;
  const wanted = isUnnamed(identity.name) ? nameAfterWords(hostWords(base)) : null;
  if (wanted) Object.assign(identity, wanted);
}

/** The argument changed in the previous turn, if its tool is still in focus. */
function argumentOf(
  last: { tool: string; name: string } | null,
  { focus, effects }: Applied,
): string | undefined {
  const isSame = focus.length === 1 && focus[0] === last?.tool;
  return isSame && effects.length === 0 ? last?.name : undefined;
}

/** Clauses after a corrected address, which were read as its description. */
function clausesBehind(
  [first]: readonly PlacedEndpoint[],
  { text }: MessageReading,
  lx: Lexicon,
): Clause[] {
  const behind = text.slice(first?.start ?? 0);
  return toClauses(behind.replace(/^[^\n;!?]*?(?:[;!?\n]|\.(?=\s)|$)/, ''), lx);
}

/** Applies sentence by sentence; each sees the results of those before. */
function applyClauses(
  applied: Applied,
  reading: MessageReading,
  asScope: () => Scope,
  past: readonly PastTurn[],
): void {
  const { added } = applied;
  const begin = asScope();
  const wishes = joinWire(reading.clauses, begin.lx).flatMap((clause) =>
    isHeldBack(clause.text, begin.lx) || clause.isQuestion
      ? [clause]
      : splitWishes(clause.text, begin).map((text) => ({ ...clause, text })),
  );
  for (const clause of wishes) {
    if (clause.isQuoted) continue;
    const scope = asScope();
    if (isAsking(clause, scope.isBuilding, scope.lx)) applied.questions.push(clause.text);
    else if (
      !record(applied, clause.text, applyClause(clause.text, scope, { added, past })) &&
      isWorthReporting(clause, applied, reading, scope.lx)
    )
      applied.unused.push(clause.text);
  }
}

/** Joins "Show start and end. On the wire they stay f and t.": the second sentence completes the first. */
function joinWire(clauses: readonly Clause[], lx: Lexicon): Clause[] {
  const joined: Clause[] = [];
  for (const clause of clauses) {
    const before = joined.at(-1);
    if (before && lx.rx(String.raw`^\W*<wire>`).test(clause.text))
      joined[joined.length - 1] = {
        ...before,
        text: `${before.text.replace(/[.!;]+$/, '')}, ${clause.text}`,
      };
    else joined.push(clause);
  }
  return joined;
}

/** Adds the result of a clause; false if there is none. */
function record(applied: Applied, clause: string, effect: Effect | null): boolean {
  if (effect) applied.effects.push({ clause, effect });
  if (effect?.kind === 'done' && effect.focus && effect.focus.length > 0)
    applied.focus = effect.focus;
  if (effect?.kind === 'done' && effect.focus) applied.argument = effect.argument;
  return effect !== null;
}

/** Separates bare addresses: endpoints of a new server, or new bases of existing tools. */
function splitMoves(
  { bases, text }: MessageReading,
  endpoints: PlacedEndpoint[],
  hadTools: boolean,
  lx: Lexicon,
): { endpoints: PlacedEndpoint[]; bases: Base[] } {
  const isMove =
    hadTools &&
    endpoints.every(({ sketch }) => sketch.isBare) &&
    !lx.rx(String.raw`<add>[^.]{0,40}<tool>|<tool>[^.]{0,20}<add>`).test(text);
  const moved: Base[] =
    isMove && meansMove(text, lx)
      ? endpoints.map(({ sketch, start }) => ({ url: sketch.url.replace(/\/+$/, ''), start }))
      : [];
  const areAllQuoted = !hadTools && bases.every(({ isQuoted }) => isQuoted);
  return {
    endpoints: isMove ? [] : endpoints,
    bases: [...bases, ...moved].filter(({ isQuoted }) => !isQuoted || areAllQuoted),
  };
}

/** Whether an address replaces another: "use … instead", "we moved to …". */
function meansMove(text: string, lx: Lexicon): boolean {
  const words = text.replace(/https?:\/\/\S+/g, ' ');
  return lx.rx('<instead>|<wrong>|<change>|<base>|<move>|<asBefore>|<it>').test(words);
}

/** Reads a bare address: as a new base URL if the text says so, otherwise as a question. */
function readAddress(reading: MessageReading, bases: readonly Base[], scope: Scope): Effect | null {
  const url = bases[0]?.url ?? reading.endpoints[0]?.sketch.url;
  if (url === undefined || !/^https?:/.test(url) || meansMove(reading.text, scope.lx))
    return changeBase(scope.model, bases, reading.text, scope);
  return askForPurpose(url);
}

/** Asks about the purpose of an address that the message does not explain. */
function askForPurpose(url: string): Effect {
  const choices = ['It is the new base URL of the API', 'Add a tool that requests it'];
  return askBack(`What should happen with ${url}?`, choices);
}

/** In quoted text only endpoints of a known API are trusted. */
function isOwnHost(model: WorkModel, { url }: EndpointSketch): boolean {
  return url.startsWith('/') || model.upstreams.some(({ baseUrl }) => url.startsWith(baseUrl));
}
