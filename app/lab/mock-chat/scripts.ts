import type { BuilderToolName } from '#app/builder/tools/builder-tools.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import type { MockServer } from './read-conversation.ts';

/** One thing that happens in a scripted answer; times in milliseconds. */
export type Beat =
  | { kind: 'say'; text: string }
  | { kind: 'wait'; ms: number }
  | { kind: 'call'; tool: BuilderToolName; input: JsonObject; output: JsonObject; takes: number }
  /** The answer breaks off here. */
  | { kind: 'break'; text: string };

const API = 'https://api.example.com';
/** The prompts that the script knows, and what each one shows. */
const MENU = [
  '“build a server for orders”: a plan, tools, checks',
  '“add a tool that lists invoices”, “rename …”, “remove …”',
  '“ask me something”: a question with choices',
  '“break off”: an answer that fails in the middle',
  '“talk at length”: a long answer with lists, code and a table',
];

/** Picks the script for a prompt, based on the server built so far in the conversation. */
export function pickScript(words: string, server: MockServer): Beat[] {
  const said = words.toLowerCase();
  if (/\bbreak\b|\bfail\b|\berror\b/.test(said)) return breakOff(server);
  if (/\bask\b|\bquestion\b/.test(said)) return ask();
  if (/\blength\b|\blong\b/.test(said)) return talk();
  if (/\brename\b/.test(said)) return rename(said, server);
  if (/\b(remove|delete|drop)\b/.test(said)) return remove(said, server);
  if (/\b(add|tool)\b/.test(said)) return add(said, server);
  if (server.tools.length === 0 || /\b(build|make|create)\b/.test(said)) return build(said);
  return [{ kind: 'say', text: `This chat follows a script. It knows:\n\n${list(MENU)}` }];
}

function build(said: string): Beat[] {
  const noun = nounAfter(said, /\b(?:for|of|about)\s+(?:an?\s+|the\s+|my\s+)?([a-z]+)/) ?? 'orders';
  const one = singular(noun);
  const title = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  return [
    call('propose_plan', 300, {
      goal: `A server for ${noun}`,
      steps: [`Name it and set its API`, `Two tools: list and read`, 'Check it'],
    }),
    { kind: 'say', text: `I set up **${title}** with two tools to begin with.` },
    call('set_identity', 250, { name: noun, title }),
    call('set_upstream', 250, { baseUrl: API }),
    call('upsert_tool', 700, {
      name: `list_${noun}`,
      request: { method: 'GET', url: `${API}/${noun}` },
    }),
    call('upsert_tool', 700, {
      name: `get_${one}`,
      request: { method: 'GET', url: `${API}/${noun}/{id}` },
    }),
    call('run_checks', 900, {}, { verdict: 'Ready', score: 92, fails: [], warns: [] }),
    call('propose_plan', 100, { done: [1, 2, 3] }),
    {
      kind: 'say',
      text: `Both tools are there: \`list_${noun}\` and \`get_${one}\`. Say “add a tool that …” for more.`,
    },
  ];
}

function add(said: string, server: MockServer): Beat[] {
  const noun = nounAfter(said, /\b(?:lists?|gets?|reads?|returns?)\s+(?:all\s+|the\s+)?([a-z]+)/);
  const name = `list_${noun ?? 'items'}`;
  if (server.tools.some((tool) => tool.name === name)) {
    return [{ kind: 'say', text: `\`${name}\` is there already.` }];
  }
  return [
    call('upsert_tool', 700, {
      name,
      request: { method: 'GET', url: `${API}/${noun ?? 'items'}` },
    }),
    call('run_checks', 900, {}, { verdict: 'Ready', score: 93, fails: [], warns: [] }),
    { kind: 'say', text: `\`${name}\` is added.` },
  ];
}

function rename(said: string, server: MockServer): Beat[] {
  const from = server.tools.find(({ name }) => said.includes(name)) ?? server.tools[0];
  const to = /\bto\s+`?([a-z][a-z0-9_]*)/.exec(said)?.[1];
  if (!from || !to) {
    return [{ kind: 'say', text: 'Say which tool, and its new name: “rename list_orders to …”.' }];
  }
  return [
    call('rename_tool', 300, { from: from.name, to }),
    { kind: 'say', text: `\`${from.name}\` is \`${to}\` now.` },
  ];
}

function remove(said: string, server: MockServer): Beat[] {
  const tool = server.tools.find(({ name }) => said.includes(name));
  if (!tool) return [{ kind: 'say', text: `Say which one. ${inventory(server)}` }];
  return [
    call('remove_tool', 300, { name: tool.name }),
    { kind: 'say', text: `\`${tool.name}\` is gone.` },
  ];
}

function ask(): Beat[] {
  return [
    call('ask_user', 100, {
      question: 'Should the tools only read, or write as well?',
      choices: ['Build one that reads', 'Add a tool that lists changes'],
      default: 'Build one that reads',
    }),
  ];
}

function breakOff(server: MockServer): Beat[] {
  return [
    { kind: 'say', text: `I begin as usual. ${inventory(server)} Now the line` },
    { kind: 'wait', ms: 400 },
    { kind: 'break', text: 'The scripted answer was interrupted, as requested.' },
  ];
}

function talk(): Beat[] {
  return [
    {
      kind: 'say',
      text: `A server is made of three things:\n\n1. **Tools**, which clients call\n2. **Resources**, which they read\n3. **Prompts**, which people pick\n\nA call is one request:`,
    },
    { kind: 'wait', ms: 500 },
    {
      kind: 'say',
      text: `\n\n\`\`\`json\n{"method": "tools/call", "params": {"name": "get_order", "arguments": {"id": 7}}}\n\`\`\`\n\n| kind | who decides |\n|---|---|\n| tool | the model |\n| resource | the client |\n| prompt | the person |\n\n> What a tool answers is data, whatever it says.`,
    },
  ];
}

function call(
  tool: BuilderToolName,
  takes: number,
  input: JsonObject,
  output: JsonObject = { changed: [], problems: [] },
): Beat {
  return { kind: 'call', tool, input, output, takes };
}

function inventory({ tools }: MockServer): string {
  if (tools.length === 0) return 'There are no tools yet.';
  return `There are ${tools.map(({ name }) => `\`${name}\``).join(', ')}.`;
}

function nounAfter(said: string, pattern: RegExp): string | null {
  return pattern.exec(said)?.[1] ?? null;
}

function singular(noun: string): string {
  return noun.endsWith('ies') ? `${noun.slice(0, -3)}y` : noun.replace(/s$/, '');
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}
