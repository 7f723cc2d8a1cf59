import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { boundChange } from '#app/blueprint/diff/bound-change.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import { toServedDefinition, type ServedTool } from '#app/runtime/served-definition.ts';

import { compareContracts, compareText } from './compare-contracts.ts';
import { compareServers } from './compare-servers.ts';
import { createSideComparison, type SideComparison } from './compare-sides.ts';
import type {
  ContractChange,
  ContractDiff,
  ContractFinding,
  ContractWeight,
} from './contract-diff.ts';
import { matchTools } from './match-tools.ts';

/** Tools that are listed. */
const MAX_TOOLS = 200;
/** Findings of one tool, or of the server. */
const MAX_FINDINGS = 50;
/** Characters of one text. */
const MAX_TEXT = 20_000;
/** Characters of all texts: later ones are cut to a line. */
const MAX_TEXTS = 400_000;
const SHORT_TEXT = 100;

const WEIGHTS: readonly ContractWeight[] = ['breaking', 'harmless', 'words'];

/**
 * Lists what those who call a server notice of a newer version: tools that are gone, calls that are refused, results
 * that read otherwise, and texts that tell models something else. Bounded, however large the servers are.
 */
export function diffContract(before: Blueprint, after: Blueprint): ContractDiff {
  const { pairs, added, removed } = matchTools(before, after);
  const [old, now] = [toTools(before), toTools(after)];
  const compare = createSideComparison(before.definitions, after.definitions);
  const changes = [
    ...removed.map((tool) => toRemoved(tool)),
    ...pairs.flatMap((pair) => compareTool(old.get(pair.before), now.get(pair.after), compare)),
    ...added.flatMap((tool) => toAdded(now.get(tool))),
  ];
  const server = sort(compareServers(before, after));
  const count = (weight: ContractWeight) => changes.filter((each) => each.weight === weight).length;
  const room = { left: MAX_TEXTS };
  return {
    isBreaking: [...changes, ...server].some(({ weight }) => weight === 'breaking'),
    counts: { breaking: count('breaking'), harmless: count('harmless'), words: count('words') },
    server: server.slice(0, MAX_FINDINGS * 2).map((finding) => bound(finding, room)),
    tools: sort(changes)
      .slice(0, MAX_TOOLS)
      .map((change) => boundFindings(change, room)),
    more: Math.max(0, changes.length - MAX_TOOLS),
  };
}

function toTools(blueprint: Blueprint): Map<string, ServedTool> {
  const functions = new Map(blueprint.tools.map(({ name }) => [name, unloaded]));
  const { tools } = toServedDefinition(toServerDefinition(blueprint, functions));
  return new Map(tools.map((tool) => [tool.name, tool]));
}

function unloaded(): never {
  throw new Error('A comparison runs no tools.');
}

function compareTool(
  before: ServedTool | undefined,
  after: ServedTool | undefined,
  compare: SideComparison,
): ContractChange[] {
  if (before === undefined || after === undefined) return [];
  const findings = sort(compareContracts(before, after, compare));
  if (before.name !== after.name) {
    const text = `Calls of ${before.name} are no longer answered.`;
    findings.unshift({ place: 'tool', path: '', text, weight: 'breaking' });
    return [
      {
        tool: after.name,
        from: before.name,
        change: 'renamed',
        weight: 'breaking',
        findings,
        more: 0,
      },
    ];
  }
  const [first] = findings;
  if (first === undefined) return [];
  return [{ tool: after.name, change: 'changed', weight: first.weight, findings, more: 0 }];
}

function toRemoved(tool: string): ContractChange {
  const text = 'Its calls are no longer answered.';
  const finding: ContractFinding = { place: 'tool', path: '', text, weight: 'breaking' };
  return { tool, change: 'removed', weight: 'breaking', findings: [finding], more: 0 };
}

/** A new tool with the texts that models read about it. */
function toAdded(tool: ServedTool | undefined): ContractChange[] {
  if (tool === undefined) return [];
  const hints = tool.annotations === undefined ? undefined : JSON.stringify(tool.annotations);
  const findings: ContractFinding[] = [
    { place: 'tool', path: '', text: 'New tool.', weight: 'harmless' },
    ...compareText('title', undefined, tool.title),
    ...compareText('description', undefined, tool.description),
    ...compareText('hints', undefined, hints),
  ];
  return [{ tool: tool.name, change: 'added', weight: 'harmless', findings, more: 0 }];
}

function sort<Weighed extends { weight: ContractWeight }>(all: readonly Weighed[]): Weighed[] {
  return all.toSorted((one, other) => WEIGHTS.indexOf(one.weight) - WEIGHTS.indexOf(other.weight));
}

function boundFindings(change: ContractChange, room: { left: number }): ContractChange {
  const findings = change.findings.slice(0, MAX_FINDINGS).map((finding) => bound(finding, room));
  return { ...change, findings, more: change.findings.length - findings.length };
}

/** A finding with texts of a bounded length, of which what is the same at both ends goes first. */
function bound(finding: ContractFinding, room: { left: number }): ContractFinding {
  const { before, after } = finding;
  if (before === undefined || after === undefined) return finding;
  const limit = room.left > 0 ? MAX_TEXT : SHORT_TEXT;
  const { field: _, ...texts } = boundChange({ field: '', before, after }, limit);
  room.left -= (texts.before?.length ?? 0) + (texts.after?.length ?? 0);
  return { ...finding, ...texts };
}
