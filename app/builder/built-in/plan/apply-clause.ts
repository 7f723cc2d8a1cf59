import { toWords } from '#app/blueprint/words.ts';
import { addArguments } from '#app/builder/built-in/edits/add-arguments.ts';
import { changeAddress } from '#app/builder/built-in/edits/change-address.ts';
import { changeBehaviour } from '#app/builder/built-in/edits/change-behaviour.ts';
import { changeChoices } from '#app/builder/built-in/edits/change-choices.ts';
import { changeAll, changeFacts } from '#app/builder/built-in/edits/change-facts.ts';
import {
  asBefore,
  otherOne,
  sameArgument,
  undoLast,
} from '#app/builder/built-in/edits/correct-last.ts';
import {
  addScope,
  changePrefix,
  nameServer,
  renameKey,
} from '#app/builder/built-in/edits/edit-server.ts';
import type { Effect } from '#app/builder/built-in/edits/effect.ts';
import { findArguments } from '#app/builder/built-in/edits/find-arguments.ts';
import { findTools } from '#app/builder/built-in/edits/find-tools.ts';
import { fixArguments } from '#app/builder/built-in/edits/fix-arguments.ts';
import { keepFields, onlyNames } from '#app/builder/built-in/edits/keep-fields.ts';
import { openSegment } from '#app/builder/built-in/edits/open-segment.ts';
import { removeArguments } from '#app/builder/built-in/edits/remove-arguments.ts';
import { removeTools } from '#app/builder/built-in/edits/remove-tools.ts';
import { renameSaidArgument } from '#app/builder/built-in/edits/rename-argument.ts';
import { renameByArrow, renameTools } from '#app/builder/built-in/edits/rename-tools.ts';
import { copyTools, mergeTools, splitTool } from '#app/builder/built-in/edits/restructure-tools.ts';
import {
  callNamedTool,
  fixNamedFindings,
  runRequests,
} from '#app/builder/built-in/edits/run-requests.ts';
import type { Scope } from '#app/builder/built-in/edits/scope.ts';
import type { PastTurn } from '#app/builder/built-in/turn.ts';
import type { Clause } from '#app/extraction/reading/clauses.ts';
import type { MessageReading } from '#app/extraction/reading/read-message.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import type { Applied } from './apply-message.ts';
import { liveTools, type WorkTool } from './work-model.ts';

type Editor = (text: string, scope: Scope) => Effect | null;

/** Editors that need an existing server. */
const DRAFT_EDITORS: readonly Editor[] = [
  undoLast,
  renameByArrow,
  renameKey,
  changePrefix,
  copyTools,
];
/** Specific readings before general ones. */
const EDITORS: readonly Editor[] = [
  fixNamedFindings,
  callNamedTool,
  nameServer,
  addScope,
  splitTool,
  changeBehaviour,
  fixArguments,
  openSegment,
  changeChoices,
  keepFields,
  removeArguments,
  removeTools,
  changeAddress,
  renameSaidArgument,
  renameTools,
  changeFacts,
  addArguments,
  changeAll,
  onlyNames,
  runRequests,
];

/** Whether a sentence forbids or defers an action: "never remove x", "if it fails then rename y". */
export function isHeldBack(text: string, lx: Lexicon): boolean {
  const negated = String.raw`<not>\s+(?:<filler>\s+)*(?:<remove>|<rename>|<undo>|<split>|<merge>)`;
  return lx.rx(String.raw`^\s*<condition>|${negated}`).test(text);
}

/** Longer sentences are not split into requests. In characters. */
const LONGEST_WISHES = 300;

/** Splits a sentence into requests: "rename a to b, remove c and make d required" has three. */
export function splitWishes(text: string, { lx, model }: Scope): string[] {
  const keeps = String.raw`(?:\p{L}+\s+<it>\s+)?<returns>\s+<only>\s`;
  const next = lx.rx(
    String.raw`\s*(?:[,;]\s*(?:<and>\s+)?|\s<and>\s+)(?=(?:<please>\s+)*(?:<remove>|<rename>|<describe>|<undo>|<change>|<add>|<disable>|<keep>)\s|${keeps})`,
    'g',
  );
  const isList = /[,;]/.test(text) || lx.has('and', text);
  if (!isList || text.length > LONGEST_WISHES) return [text];
  const live = liveTools(model);
  const names = live.map(({ name }) => toWords(name).join(' '));
  // "remove list users and delete user" names two tools, "at least 1 and limit …" an argument.
  const isName = (part: string) =>
    names.some((name) => `${toWords(part).join(' ')} `.startsWith(`${name} `)) ||
    findArguments(part, live, lx)[0]?.at === 0;
  const isWish = (part: string, isSecond: boolean) =>
    lx.rx(String.raw`^(?:<please>\s+)*(?:<remove>|<rename>|<describe>|<undo>)\s`).test(part) ||
    (isSecond &&
      (findArguments(part, live, lx).length > 0 ||
        lx.rx(`^${keeps}`).test(part) ||
        findTools(part, { model, focus: [], lx, isBuilding: false, lastWas: '' }).how === 'named'));
  const wishes: string[] = [];
  let from = 0;
  for (const { index, 0: mark } of text.matchAll(next)) {
    const [before, after] = [text.slice(from, index), text.slice(index + mark.length)];
    const isVerb = lx
      .rx('<remove>|<rename>|<describe>|<undo>|<change>|<add>|<disable>|<keep>')
      .test(before);
    const isRest = lx.rx('<others>|<except>').test(after);
    if (isRest || !isWish(after, isVerb) || isName(after)) continue;
    wishes.push(before);
    from = index + mark.length;
  }
  return [...wishes, text.slice(from)].filter((part) => part.trim() !== '');
}

/** Applies one sentence with the first editor that understands it. */
export function applyClause(
  text: string,
  scope: Scope,
  { added, past }: { added: readonly WorkTool[]; past: readonly PastTurn[] },
): Effect | null {
  if (isHeldBack(text, scope.lx)) return null;
  const corrected =
    otherOne(text, scope, past) ?? mergeTools(text, scope, added) ?? asBefore(text, scope, past);
  if (corrected) return corrected;
  for (const edit of added.length > 0 ? EDITORS : [...DRAFT_EDITORS, ...EDITORS]) {
    const effect = edit(text, scope);
    if (effect) return effect;
  }
  return added.length === 0 ? sameArgument(text, scope, past) : null;
}

/** Whether a sentence is a question rather than a request. */
export function isAsking(
  { text, isQuestion: hasMark }: Clause,
  isBuilding: boolean,
  lx: Lexicon,
): boolean {
  const isPolite = lx
    .rx(
      String.raw`^\s*(?:<please>[\s,]*)+(?:<add>|<change>|<remove>|<rename>|<keep>|<import>|<undo>|<test>|<split>|<merge>|<describe>|<move>)`,
    )
    .test(text);
  if (isPolite) return false;
  const asks = lx.rx(String.raw`^\s*(?:(?:<and>|<please>|<filler>)[\s,]+)?<question>`).test(text);
  return !isBuilding && (asks || hasMark);
}

/** Text around a definition is reported as unused only if it names something. */
export function isWorthReporting(
  { text }: Clause,
  { added }: Applied,
  reading: MessageReading,
  lx: Lexicon,
): boolean {
  const isBuild =
    added.length > 0 ||
    reading.endpoints.length > 0 ||
    reading.documents.length > 0 ||
    reading.bases.length > 0 ||
    reading.auth.length > 0;
  if (!isBuild) return !lx.rx(String.raw`^\s*(?:(?:<please>|<yes>|<wrong>)[\s,.!]*)+$`).test(text);
  return (
    /`[^`]+`|\b[a-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w+\b/.test(text) &&
    findTools(text, {
      model: { tools: added, upstreams: [], identity: { name: '' } },
      focus: [],
      lx,
      isBuilding: true,
      lastWas: '',
    }).how !== 'named'
  );
}
