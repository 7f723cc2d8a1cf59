import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { groupTools, type ToolGroup } from '#app/blueprint/group-tools.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { verdictWords } from '#app/platform/verdict.ts';
import type { AuthScheme } from '#app/runtime/definition.ts';

import { toModelText } from './model-text.ts';

/** Characters of a digest at most, whatever the draft holds. */
export const MAX_DIGEST = 4_000;

/** Characters for the tools: so many for each hundred of them, and for all of them. */
const TOOLS_PER_HUNDRED = 1_500;
const MAX_TOOLS = 2_400;
/** Room for the names of a few tools, whatever their number. */
const MIN_TOOLS = 800;

const MAX_NAME = 60;
const MAX_GROUPS = 40;
const MAX_SINGLES = 3;
/** Names of each group that are told first; what room is left goes to more of them. */
const FIRST_NAMES = 3;
const MAX_UPSTREAMS = 8;
const MAX_FINDINGS = 12;
const MAX_CHANGES = 8;

/** Parts that a digest is made of. */
export interface DigestParts {
  blueprint: Blueprint;
  /** Null where nothing could be checked. */
  report: Report | null;
  /** Changes that the person made by hand since the last turn, in sentences. */
  changedByHand: readonly string[];
  /** Whether a secret has a value; absent: nobody knows. */
  isSet?: (secret: string) => boolean;
}

/**
 * The state of a draft in a few lines, for a model that begins a turn: it need not read what it only
 * wants an overview of.
 */
export function toDigest({ blueprint, report, changedByHand, isSet }: DigestParts): string {
  const { upstreams, tools, resources, prompts } = blueprint;
  const others = [
    ...(resources.length > 0 ? [`Resources: ${listNames(resources.map(({ uri }) => uri))}.`] : []),
    ...(prompts.length > 0 ? [`Prompts: ${listNames(prompts.map(({ name }) => name))}.`] : []),
  ];
  const changes = listChanges(changedByHand);
  const lines = [
    'The server now, in short (read_blueprint has the details):',
    describeIdentity(blueprint),
    ...(report === null ? [] : [describeReport(report)]),
    ...(changes.length > 0 ? [`Since your last turn, by the person: ${changes.join(' ')}`] : []),
    upstreams.length === 0 ? 'It has no API yet.' : `APIs: ${describeUpstreams(blueprint, isSet)}.`,
    ...others,
    // Last, because only names of tools may be cut off.
    tools.length === 0 ? 'It has no tools yet.' : describeTools(blueprint),
  ];
  return cut(toModelText(lines.join('\n')), MAX_DIGEST);
}

/** The newest changes, after the number of those before them. */
function listChanges(changes: readonly string[]): string[] {
  const earlier = changes.length - MAX_CHANGES;
  const shown = changes.slice(-MAX_CHANGES).map((each) => cut(each, 160));
  return earlier > 0 ? [`${earlier} earlier changes;`, ...shown] : shown;
}

function describeIdentity({ identity: { name, title, description } }: Blueprint): string {
  const about = description === undefined ? '' : `: ${cut(oneLine(description), 200)}`;
  return `Name ${name}${title === undefined ? '' : `, title ${JSON.stringify(cut(title, 80))}`}${about}`;
}

function describeUpstreams({ upstreams }: Blueprint, isSet: DigestParts['isSet']): string {
  const describe = (scheme: AuthScheme) => {
    if (scheme.kind !== 'oauth2AuthorizationCode' || isSet === undefined) return scheme.kind;
    const isConnected = isSet(scheme.refreshTokenSecret);
    return isConnected ? `${scheme.kind}, connected` : `${scheme.kind}, not connected yet`;
  };
  const shown = upstreams.slice(0, MAX_UPSTREAMS).map(({ id, baseUrl, auth }) => {
    const kinds = auth.length === 0 ? 'none' : [...new Set(auth.map(describe))].join(', ');
    return `${id} ${cut(baseUrl, 120)} (authentication: ${kinds})`;
  });
  return [...shown, ...more(upstreams.length - shown.length)].join('; ');
}

function describeTools({ tools }: Blueprint): string {
  const off = tools.filter(({ enabled }) => !enabled).length;
  const head = `Tools: ${tools.length}${off > 0 ? `, ${off} of them switched off` : ''}.`;
  const groups = toGroups(tools).toSorted((a, b) => b.tools.length - a.tools.length);
  const shown = groups.slice(0, MAX_GROUPS);
  const room = Math.max(MIN_TOOLS, Math.min(MAX_TOOLS, (tools.length / 100) * TOOLS_PER_HUNDRED));
  const perGroup = spreadNames(
    shown.map((group) => group.tools.map(toShortName)),
    room - head.length,
  );
  const lines = shown.map(({ name, tools: own }, index) => {
    const names = perGroup[index] ?? [];
    const rest = own.length - names.length;
    const told = [...names, ...(rest > 0 && names.length > 0 ? ['…'] : [])].join(', ');
    return `- ${cut(oneLine(name), MAX_NAME)} (${own.length})${told === '' ? '' : `: ${told}`}`;
  });
  const left = groups.slice(MAX_GROUPS);
  const rest = left.reduce((sum, group) => sum + group.tools.length, 0);
  const last = rest > 0 ? [`- ${left.length} more groups (${rest})`] : [];
  return cut([head, ...lines, ...last].join('\n'), MAX_TOOLS);
}

/** Names of each group: the first ones of all groups, then more of them as long as there is room. */
function spreadNames(groups: readonly string[][], room: number): string[][] {
  const shown: string[][] = groups.map(() => []);
  // Each group's own line comes first.
  let left = room - groups.length * 30;
  const take = (group: number) => {
    const name = groups[group]?.[shown[group]?.length ?? 0];
    if (name === undefined || name.length + 2 > left) return false;
    shown[group]?.push(name);
    left -= name.length + 2;
    return true;
  };
  for (let round = 0; round < FIRST_NAMES; round += 1) groups.forEach((_, index) => take(index));
  for (const [index] of groups.entries()) while (take(index));
  return shown;
}

/** Tools of requests by their tags or paths, the others by what they are. */
function toGroups(tools: readonly Tool[]): ToolGroup[] {
  const [called, others] = [
    tools.filter(({ action }) => action.kind === 'http'),
    tools.filter(({ action }) => action.kind !== 'http'),
  ];
  const kinds = Map.groupBy(others, ({ action }) =>
    action.kind === 'mcp' ? `tools of ${action.upstream}` : action.kind,
  );
  return [
    ...joinSingles(groupTools(called)),
    ...[...kinds].map(([name, own]) => ({ name, tools: own })),
  ];
}

/** Groups of one tool in one, where there are many: the name of the tool says as much as that of its group. */
function joinSingles(groups: readonly ToolGroup[]): readonly ToolGroup[] {
  const singles = groups.filter(({ tools }) => tools.length === 1);
  if (singles.length <= MAX_SINGLES) return groups;
  const others = groups.filter(({ tools }) => tools.length > 1);
  return [...others, { name: 'other', tools: singles.flatMap(({ tools }) => tools) }];
}

function toShortName({ name, enabled }: Tool): string {
  return enabled ? name : `${name} (off)`;
}

function describeReport({ verdict, score, checks }: Report): string {
  const named = (status: 'fail' | 'warn') => {
    const ids = checks.filter((check) => check.status === status).map(({ id }) => id);
    return ids.length === 0
      ? ''
      : [...ids.slice(0, MAX_FINDINGS), ...more(ids.length - MAX_FINDINGS)].join(', ');
  };
  const [fails, warns] = [named('fail'), named('warn')];
  const rated = score === null ? '' : `, score ${score}`;
  const found = [fails === '' ? '' : `; fails: ${fails}`, warns === '' ? '' : `; warns: ${warns}`];
  return `Report: ${verdictWords(verdict)}${rated}${found.join('')}.`;
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 8).map((name) => cut(oneLine(name), MAX_NAME));
  return [...shown, ...more(names.length - shown.length)].join(', ');
}

function more(count: number): string[] {
  return count > 0 ? [`${count} more`] : [];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
