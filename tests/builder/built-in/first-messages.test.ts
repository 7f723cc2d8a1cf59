import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { Talk } from './talk.ts';

const FILE = 'tests/builder/built-in/first-messages.txt';

interface Argument {
  type?: string | string[];
  format?: string;
  items?: { type?: string };
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, Argument>;
  required?: string[];
}

/** `> message`, then a line for each tool that it has to become. */
function readMessages(): { said: string; tools: string[] }[] {
  const blocks = readFileSync(FILE, 'utf8')
    .trim()
    .split(/\n\n+(?=> )/);
  return blocks.map((block) => {
    const lines = block.split('\n').filter((line) => line !== '');
    const said = lines.filter((line) => line.startsWith('>')).map((line) => line.slice(2));
    return { said: said.join('\n'), tools: lines.filter((line) => !line.startsWith('>')) };
  });
}

/** `limit: integer, at most 100, default 20`, as short as it goes: `limit:integer..100=20`. */
function writeArgument(name: string, argument: Argument, isRequired: boolean): string {
  const kind = argument.format ?? argument.type ?? '';
  const range = [argument.minimum, argument.maximum];
  const length = [argument.minLength, argument.maxLength];
  return [
    name,
    isRequired ? '!' : '',
    kind === 'string' ? '' : `:${String(kind)}`,
    argument.items?.type ? `[${argument.items.type}]` : '',
    argument.enum ? `(${argument.enum.join('|')})` : '',
    range.some((each) => each !== undefined) ? `<${range.join('..')}>` : '',
    length.some((each) => each !== undefined) ? `#${length.join('..')}` : '',
    argument.default === undefined ? '' : `=${JSON.stringify(argument.default)}`,
  ].join('');
}

/** A line for each tool: method, address, and its arguments with where they go. */
function writeTools({ tools, upstreams }: Blueprint): string[] {
  return tools.map(({ action, inputSchema }) => {
    if (action.kind !== 'http') return action.kind;
    const { method, path, parameters, upstream, body } = action;
    const base = upstreams.find(({ id }) => id === upstream)?.baseUrl ?? '';
    const { properties = {}, required = [] } = inputSchema as Argument;
    const write = (names: string[]) =>
      names.map((name) => writeArgument(name, properties[name] ?? {}, required.includes(name)));
    const places = (['path', 'query', 'header', 'cookie'] as const).map((place) => ({
      place: place as string,
      args: write(
        parameters
          .filter((each) => each.in === place && 'argument' in each)
          .map((each) => ('argument' in each ? String(each.argument) : '')),
      ),
    }));
    const inner = properties[body && 'argument' in body ? String(body.argument) : ''];
    const fields = Object.entries(inner?.properties ?? {}).map(([name, argument]) =>
      writeArgument(name, argument, inner?.required?.includes(name) ?? false),
    );
    const said = [...places, { place: 'body', args: fields }]
      .filter(({ args }) => args.length > 0)
      .map(({ place, args }) => `${place} ${args.join(', ')}`);
    return [`${method} ${base}${path}`, ...said].join('; ');
  });
}

test.each(readMessages())('$said', async ({ said, tools }) => {
  const { blueprint } = await new Talk().say(said);
  expect(writeTools(blueprint)).toEqual(tools);
});
