import { toWords } from '#app/blueprint/words.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { perform, say } from '#app/builder/built-in/outcome.ts';
import type { Outcome } from '#app/builder/built-in/outcome.ts';
import type { Scope } from '#app/builder/built-in/scope.ts';
import { joinText, trimWords } from '#app/builder/built-in/words/lists.ts';
import type { Slots } from '#app/builder/built-in/words/phrase.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';
import { readAddress } from './address.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';
import { readText } from './tool-texts.ts';

function setBase({ url = [], upstream }: Slots, scope: Scope): Outcome | null {
  const address = url.find(
    ({ kind }) => kind === 'url' || /^[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(joinText(url)),
  )?.text;
  if (address === undefined) return null;
  if (trimWords(url, /^(?:the|server|api|is|:)$/).length > 1) return null;
  const baseUrl = /^https?:/i.test(address) ? address : `https://${address}`;
  const read = readAddress(baseUrl);
  if (!read || read.path.length > 0) return say(`"${address}" is no base URL.`);
  const { upstreams } = scope.facts;
  const said = upstream === undefined ? '' : joinText(upstream).toLowerCase().replace(/ api$/, '');
  const named = upstreams.find(
    ({ id, baseUrl: own }) =>
      said !== '' && (id.toLowerCase() === said || own.toLowerCase().includes(said)),
  );
  const set = (id: string | null): Outcome =>
    perform(`Call ${baseUrl}`, [
      { tool: 'set_upstream', input: { ...(id === null ? {} : { id }), baseUrl } },
    ]);
  if (named) return set(named.id);
  if (upstreams.length <= 1) return set(null);
  return {
    kind: 'question',
    question: `Which API is at ${baseUrl}?`,
    choices: upstreams.slice(0, 8).map(({ id }) => id),
    answered: (answer) => {
      const chosen = upstreams.find(({ id }) => id.toLowerCase() === answer.trim().toLowerCase());
      return chosen ? set(chosen.id) : null;
    },
  };
}

/** "Acme Users" is a title, and `acme-users` the name that machines read. */
function nameServer({ name = [] }: Slots): Outcome | null {
  const title = readText(name);
  const isName = /^[a-z\d]+(?:[-_.][a-z\d]+)*$/.test(title);
  const machine = isName ? title : toWords(title).join('-').slice(0, 64);
  if (machine === '') return say(`"${title}" is no name for a server: use letters and digits.`);
  return setIdentity(
    isName ? { name: title } : { name: machine, title },
    `Name the server ${title}`,
  );
}

function setPart(part: 'title' | 'description' | 'instructions') {
  return ({ text = [] }: Slots): Outcome | null => {
    const written = readText(text);
    return written === '' ? null : setIdentity({ [part]: written }, `Set the server's ${part}`);
  };
}

function setIdentity(input: JsonObject, plan: string): Outcome {
  return perform(plan, [{ tool: 'set_identity', input }]);
}

function toPart(name: string, text: string): Rule {
  const part = name === 'title' || name === 'instructions' ? name : 'description';
  return rule(
    [
      `set|change|make ${name} (of server / of this server / of the api) to|as|: <text>`,
      `set|change|make ${name} to|: <text>`,
      `set|change server ${name} to|as|: <text>`,
      `[server] ${name} [of] [server] is|: <text>`,
      ...(text === '' ? [] : [text]),
    ],
    setPart(part),
  );
}

const isTokenOfServer = (tokens: readonly Token[]) =>
  tokens.every(({ word }) => !/^(?:tool|argument|parameter)$/.test(word));

/** Name, texts and base URL of the server. */
export const serverRules: readonly Rule[] = [
  rule(
    [
      'set|change|update|switch base url|address|uri [of|for <upstream>] to|: <url>',
      'set|change|update|switch server|host|api [url|address] to|: <url>',
      'base url [is|:] <url>',
      'use <url> as|for [api] base [url|address]',
      'point it|server|api at|to <url>',
      '(api / server / it) (is / lives / runs) at <url>',
    ],
    setBase,
  ),
  rule(
    [
      'rename|call|name|title server|api [to|as|into] <name>',
      'call|name it|server <name> server',
      'change|set name of server to|as <name>',
      'change|set server name to|as <name>',
      '(server / its name) (is called / is named / should be called / should be named) <name>',
      'set|change name to <name>',
    ],
    (slots) => (isTokenOfServer(slots['name'] ?? []) ? nameServer(slots) : null),
  ),
  toPart('title', ''),
  toPart('description', 'describe server|api as|: <text>'),
  toPart('instructions', 'tell models|clients <text>'),
];

/** "call it Acme Users", where no tool has been spoken of. */
export const nameItRule: Rule = rule(['call|name it <name>'], nameServer);
