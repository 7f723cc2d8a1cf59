import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';

import { joinParts, keyPart } from './keyed-parts.ts';
import { MergedPart } from './merge-conflict.ts';
import type { Keyed } from './merge-lists.ts';
import { mergeOrder } from './merge-order.ts';

/** An entry of a part of a server; of a tool its name before. */
export interface EntryName {
  part: MergedPart;
  key: string;
}

/** An entry that differs between two states; undefined: it is not there. */
export interface ChangedEntry extends EntryName {
  before: unknown;
  after: unknown;
}

/** The entries that differ between two states of a server, part by part. */
export function listChangedEntries(before: Blueprint, after: Blueprint): ChangedEntry[] {
  return MergedPart.options.flatMap((part) => {
    const old = toMap(keyPart(part, before, before));
    const now = toMap(keyPart(part, after, before));
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
      const [one, other] = [old.get(key), now.get(key)];
      return isSameJson(one, other) ? [] : [{ part, key, before: one, after: other }];
    });
  });
}

/** The server with only those changed entries of the later state that `isTaken` picks; nobody has checked it. */
export function takeEntries(
  before: Blueprint,
  after: Blueprint,
  isTaken: (entry: EntryName) => boolean,
): Record<string, unknown> {
  const value = joinParts(after, (part) => {
    const old = toMap(keyPart(part, before, before));
    const now = toMap(keyPart(part, after, before));
    const sideOf = (key: string) => (isTaken({ part, key }) ? now : old);
    const kept = new Set([...old.keys(), ...now.keys()].filter((key) => sideOf(key).has(key)));
    const orders = { base: [...old.keys()], mine: [...old.keys()], theirs: [...now.keys()] };
    return mergeOrder(orders, kept).map((key) => ({ key, value: sideOf(key).get(key) }));
  });
  const mocks = value['mocks'];
  const hadMocks = before.mocks !== undefined || after.mocks !== undefined;
  if (Array.isArray(mocks) && mocks.length === 0 && !hadMocks) delete value['mocks'];
  return value;
}

function toMap(entries: readonly Keyed<unknown>[]): Map<string, unknown> {
  return new Map(entries.map(({ key, value }) => [key, value]));
}
