import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';

import { compareText } from './compare-contracts.ts';
import type { ContractFinding, ContractWeight } from './contract-diff.ts';

type Place = ContractFinding['place'];
type Prompt = Blueprint['prompts'][number];

/** The differences of a server outside of its tools that callers notice, or models read. */
export function compareServers(before: Blueprint, after: Blueprint): ContractFinding[] {
  return [
    ...compareIdentities(before.identity, after.identity),
    ...comparePrompts(before.prompts, after.prompts),
    ...compareResources(before.resources, after.resources),
    ...compareNames('credentials', toCallerSecrets(before), toCallerSecrets(after), {
      added: ['Callers have to bring this credential now.', 'breaking'],
      removed: ['Callers no longer bring this credential.', 'harmless'],
    }),
    ...compareOrigins(before.policies.allowedOrigins, after.policies.allowedOrigins),
    ...compareNames('upstreams', toHosts(before), toHosts(after), {
      added: ['Calls may go to this host now.', 'words'],
      removed: ['Calls no longer go to this host.', 'words'],
    }),
  ];
}

function compareIdentities(
  before: Blueprint['identity'],
  after: Blueprint['identity'],
): ContractFinding[] {
  return [
    ...compareText('instructions', before.instructions, after.instructions),
    ...compareText('identity', before.name, after.name, 'name'),
    ...compareText('identity', before.title, after.title, 'title'),
    ...compareText('identity', before.description, after.description, 'description'),
    ...compareText('identity', before.version, after.version, 'version'),
    ...compareText('identity', before.websiteUrl, after.websiteUrl, 'website'),
  ];
}

/** Meaning of the fact that a name came or went. */
type Meanings = Record<'added' | 'removed', readonly [text: string, weight: ContractWeight]>;

function compareNames(
  place: Place,
  before: readonly string[],
  after: readonly string[],
  { added, removed }: Meanings,
): ContractFinding[] {
  const [old, now] = [new Set(before), new Set(after)];
  const find = (names: Set<string>, others: Set<string>, [text, weight]: Meanings['added']) =>
    [...names].flatMap((path) => (others.has(path) ? [] : [{ place, path, text, weight }]));
  return [...find(now, old, added), ...find(old, now, removed)];
}

function comparePrompts(before: Prompt[], after: Prompt[]): ContractFinding[] {
  const old = new Map(before.map((prompt) => [prompt.name, prompt]));
  return [
    ...compareNames(
      'prompts',
      [...old.keys()],
      after.map(({ name }) => name),
      {
        added: ['New prompt.', 'harmless'],
        removed: ['The prompt is gone.', 'breaking'],
      },
    ),
    ...after.flatMap((prompt) => {
      const known = old.get(prompt.name);
      return known === undefined ? [] : comparePrompt(known, prompt);
    }),
  ];
}

function comparePrompt(before: Prompt, after: Prompt): ContractFinding[] {
  const { name } = after;
  const named = (prompt: Prompt) => prompt.arguments.map((each) => `${name}.${each.name}`);
  const needed = (prompt: Prompt) =>
    prompt.arguments.flatMap((each) => (each.required === true ? [`${name}.${each.name}`] : []));
  const texts = ({ description, title, ...rest }: Prompt) => ({
    said: [title, description].filter((text) => text !== undefined).join('\n'),
    shown: JSON.stringify([rest.messages, rest.tool ?? null], null, 2),
    arguments: JSON.stringify(rest.arguments, null, 2),
  });
  const [old, now] = [texts(before), texts(after)];
  return [
    ...compareNames('prompts', named(before), named(after), {
      added: ['New argument.', 'harmless'],
      removed: ['The argument is gone.', 'breaking'],
    }),
    ...compareNames('prompts', needed(before), needed(after), {
      added: ['Required now.', 'breaking'],
      removed: ['No longer required.', 'harmless'],
    }).filter(({ path, weight }) => weight === 'breaking' || named(after).includes(path)),
    ...compareText('prompts', old.said, now.said, name),
    ...compareText('prompts', old.shown, now.shown, name),
    ...compareText('prompts', old.arguments, now.arguments, name),
  ];
}

function compareResources(
  before: Blueprint['resources'],
  after: Blueprint['resources'],
): ContractFinding[] {
  const old = new Map(before.map((resource) => [resource.uri, resource]));
  return [
    ...compareNames(
      'resources',
      [...old.keys()],
      after.map(({ uri }) => uri),
      {
        added: ['New resource.', 'harmless'],
        removed: ['The resource is gone.', 'breaking'],
      },
    ),
    ...after.flatMap((resource): ContractFinding[] => {
      const known = old.get(resource.uri);
      if (known === undefined || isSameJson(known, resource)) return [];
      const { mimeType: oldType, ...oldRest } = known;
      const { mimeType, ...rest } = resource;
      const type = `Media type ${mimeType ?? 'none'}, was ${oldType ?? 'none'}.`;
      return [
        ...(mimeType === oldType
          ? []
          : [
              {
                place: 'resources' as const,
                path: resource.uri,
                text: type,
                weight: 'breaking' as const,
              },
            ]),
        ...compareText(
          'resources',
          JSON.stringify(oldRest, null, 2),
          JSON.stringify(rest, null, 2),
          resource.uri,
        ),
      ];
    }),
  ];
}

/** No listed origin means any. */
function compareOrigins(before: readonly string[], after: readonly string[]): ContractFinding[] {
  if (before.length === 0 && after.length > 0) {
    const text = `Pages of other origins than ${after.join(', ')} may no longer call.`;
    return [{ place: 'origins', path: '', text, weight: 'breaking' }];
  }
  if (after.length === 0 && before.length > 0) {
    return [
      { place: 'origins', path: '', text: 'Pages of any origin may call now.', weight: 'harmless' },
    ];
  }
  return compareNames('origins', before, after, {
    added: ['Pages of this origin may call now.', 'harmless'],
    removed: ['Pages of this origin may no longer call.', 'breaking'],
  });
}

function toCallerSecrets({ secrets }: Blueprint): string[] {
  return secrets.flatMap(({ name, scope }) => (scope === 'caller' ? [name] : []));
}

function toHosts({ upstreams }: Blueprint): string[] {
  return upstreams.flatMap(({ baseUrl, allowedHosts }) => [new URL(baseUrl).host, ...allowedHosts]);
}
