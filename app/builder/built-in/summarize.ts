import { toWords } from '#app/blueprint/words.ts';
import type { BuilderToolName } from '#app/builder/tools/builder-tools.ts';
import type { MessageReading } from '#app/extraction/reading/read-message.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { listNames } from './edits/effect.ts';
import type { Applied } from './plan/apply-message.ts';
import { NEEDED } from './miss-questions.ts';
import { placeOf, type WorkArgument, type WorkModel, type WorkTool } from './plan/work-model.ts';
import { describeProblems, endSentence } from './problems.ts';
import type { DraftFacts, FinishedCall } from './turn.ts';
import { toRecord, toTexts } from './values.ts';

export interface Done {
  before: WorkModel;
  after: WorkModel;
  applied: Applied;
  imported: FinishedCall[];
  edited: FinishedCall[];
  ran: FinishedCall[];
  answers: (string | null)[];
  reading: MessageReading;
  facts: DraftFacts;
  text: string;
}

const MAX_LISTED = 12;
const LONGEST_RESULT = 1_500;
/** Parts without an effect that are quoted. */
const MAX_QUOTED = 3;

/** Final text of a turn. */
export interface Summary {
  text: string;
  /** The parts of a message without any effect that were not understood. */
  unclear: string[];
}

/** One short report of a turn: what now exists, what was refused, and what was left out. */
export function summarize(done: Done, lx: Lexicon): Summary {
  const parts = [
    ...done.imported.map(describeImport),
    describeAdded(done),
    ...describeChanged(done),
    ...done.ran.map(describeRun),
    ...done.answers.filter((answer) => answer !== null),
    ...done.applied.effects.flatMap(({ effect }) =>
      effect.kind === 'say' || effect.kind === 'decline' ? [effect.text] : [],
    ),
    ...describeForeign(done.reading),
    ...done.reading.notes,
  ].filter((part) => part !== '');
  const left = listUnused(done, parts.length > 0);
  const unclear = parts.length === 0 ? left : [];
  if (left.length > 0) parts.push(describeUnused(left, parts.length > 0));
  if (parts.length > 0) return { text: parts.join('\n\n'), unclear };
  return hasQuestion(done.applied) ? { text: '', unclear } : invite(done, lx);
}

function hasQuestion({ effects, homeless }: Applied): boolean {
  return homeless.length > 0 || effects.some(({ effect }) => effect.kind === 'ask');
}

function describeImport({ output }: FinishedCall): string {
  const { added, tools } = toRecord(output);
  const problem = describeProblems(output);
  if (problem !== null) return `The document could not be imported: ${problem}`;
  const names = toTexts(added);
  if (names.length === 0) return 'The document brought no new tools.';
  const total =
    typeof tools === 'number' && tools > names.length ? `; the server has ${tools} in all` : '';
  return `Imported ${names.length} ${names.length === 1 ? 'tool' : 'tools'}: ${listNames(names)}${total}.`;
}

/** Describes added tools: "Built 2 tools: …" with the arguments of each. */
function describeAdded({ applied, edited }: Done): string {
  const failed = new Set(
    edited
      .filter(({ tool, output }) => tool === 'upsert_tool' && describeProblems(output) !== null)
      .map(({ input }) => toRecord(input)['name']),
  );
  const tools = applied.added.filter(({ isRemoved, name }) => !isRemoved && !failed.has(name));
  if (tools.length === 0) return '';
  const bases = [...new Set(tools.map(({ upstream }) => upstream?.baseUrl ?? ''))].filter(
    (base) => base !== '',
  );
  const head = `Added ${tools.length === 1 ? 'a tool' : `${tools.length} tools`} for ${bases.join(' and ')}:`;
  if (tools.length === 1 && tools[0]) return `${head.slice(0, -1)}: ${describeNew(tools[0])}.`;
  const lines = tools.slice(0, MAX_LISTED).map((tool) => `- ${describeNew(tool)}`);
  const more = tools.length > MAX_LISTED ? [`- and ${tools.length - MAX_LISTED} more`] : [];
  return [head, '', ...lines, ...more].join('\n');
}

function describeNew(tool: WorkTool): string {
  const args = tool.args
    .filter((each) => each.fixed === undefined)
    .map((each) => describeArgument(tool, each));
  const sent = tool.constants.map(
    ({ name, value }) =>
      `always sends \`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}\``,
  );
  const behaviour = [
    ...sent,
    ...(tool.keep ? [`returns only ${listNames(tool.keep)}`] : []),
    ...(tool.confirms ? ['asks before it runs'] : []),
  ];
  return [
    `\`${tool.name}\` (${tool.method} ${tool.path})${args.length > 0 ? ` takes ${args.join(', ')}` : ''}`,
    ...behaviour,
  ].join('; ');
}

function describeArgument(tool: WorkTool, argument: WorkArgument): string {
  const { name, type, required, minimum, maximum, default: usual, format } = argument;
  const range =
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}`
      : minimum === undefined
        ? maximum === undefined
          ? ''
          : `at most ${maximum}`
        : `at least ${minimum}`;
  const isInPath = placeOf(tool, argument) === 'path';
  const facts = [
    ...(type && type !== 'string' ? [type] : []),
    ...(format ? [format] : []),
    ...(range === '' ? [] : [range]),
    ...(argument.enum ? [argument.enum.slice(0, 6).join(' | ')] : []),
    ...(usual === undefined ? [] : [`default ${JSON.stringify(usual)}`]),
    ...(required && !isInPath ? ['required'] : []),
  ];
  return `\`${name}\`${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`;
}

/** Sentences about changes of existing tools. */
function describeChanged({ edited, applied }: Done): string[] {
  const fresh = new Set(applied.added.map(({ name }) => name));
  const notes = applied.effects.flatMap(({ effect }) =>
    effect.kind === 'done' && effect.note ? [effect.note] : [],
  );
  const said: string[] = [];
  const refused: string[] = [];
  for (const { tool, input, output } of edited) {
    const { name, id, from } = toRecord(input);
    const who = [name, from, id].find((each) => typeof each === 'string');
    const problem = describeProblems(output);
    if (problem !== null)
      refused.push(`${typeof who === 'string' ? `\`${who}\`` : tool} was not changed: ${problem}`);
    else if (
      !(tool === 'upsert_tool' && typeof name === 'string' && fresh.has(name)) &&
      !isOnlyBase(tool, input, applied)
    )
      said.push(...toSentences(tool, input, output, applied));
  }
  const all = [...said, ...notes, ...refused];
  const shown = all.slice(0, MAX_LISTED);
  if (all.length > shown.length) shown.push(`And ${all.length - shown.length} more changes.`);
  return shown.length === 0
    ? []
    : [shown.length > 2 ? shown.map((line) => `- ${line}`).join('\n') : shown.join(' ')];
}

/** Changes that a call reports; the address of a new API is reported with its tools. */
function toSentences(
  tool: BuilderToolName,
  input: object,
  output: unknown,
  applied: Applied,
): string[] {
  const sentences = toTexts(toRecord(output)['changed']).map(endSentence);
  const { auth: _auth, ...address } = toRecord(input);
  return isOnlyBase(tool, address, applied) ? sentences.slice(1) : sentences;
}

/** Whether a call only sets the address of new tools, which is reported with them. */
function isOnlyBase(tool: BuilderToolName, input: object, { added }: Applied): boolean {
  const { auth, baseUrl } = toRecord(input);
  return (
    tool === 'set_upstream' &&
    auth === undefined &&
    added.some(({ upstream }) => upstream?.baseUrl === baseUrl)
  );
}

function describeRun({ tool, input, output }: FinishedCall): string {
  const problem = describeProblems(output);
  const { text, isError, verdict, score, fails, warns, changed } = toRecord(output);
  if (problem !== null) return problem;
  if (tool === 'run_tool') {
    const name = toRecord(input)['name'];
    const shown = typeof text === 'string' ? text.slice(0, LONGEST_RESULT) : '';
    return `\`${String(name)}\` ${isError === true ? 'failed' : 'answered'} (mock):\n\n\`\`\`json\n${shown}\n\`\`\``;
  }
  if (tool === 'run_checks') return describeReport({ verdict, score, fails, warns });
  if (tool === 'fix_findings') return describeFixes(toRecord(input)['ids'], toRecord(output));
  return toTexts(changed).map(endSentence).join(' ');
}

/** Tells what was fixed; of checks that were named and are left, what puts them right. */
function describeFixes(ids: unknown, { verdict, fixed, left }: Record<string, unknown>): string {
  const done = toTexts(fixed);
  const open = (Array.isArray(left) ? left : [])
    .map(toRecord)
    .filter(({ id }) => toTexts(ids).some((each) => each === id))
    .map(({ id, evidence, fix }) => {
      const said = toTexts([evidence, fix]).map(endSentence).join(' ');
      return `\`${String(id)}\` is left: ${said}`;
    });
  const first =
    done.length > 0
      ? `Fixed ${done.length} ${done.length === 1 ? 'finding' : 'findings'}: ${done.join(', ')}.`
      : 'Nothing in the report could be fixed automatically.';
  const isOpen = done.length > 0 || open.length === 0;
  const now = typeof verdict === 'string' ? `The report now says: ${verdict}.` : '';
  return [...(isOpen ? [first] : []), ...open, now].filter((part) => part !== '').join(' ');
}

function describeReport({ verdict, score, fails, warns }: Record<string, unknown>): string {
  const titles = (list: unknown) =>
    Array.isArray(list)
      ? list.map((each) => toRecord(each)['title']).filter((title) => typeof title === 'string')
      : [];
  const failing = titles(fails);
  const warning = titles(warns);
  const rated = typeof score === 'number' ? ` The score is ${score} of 100.` : '';
  const list = (label: string, items: string[]) =>
    items.length === 0
      ? ''
      : `${label}: ${items.slice(0, 5).join('; ')}${items.length > 5 ? `; and ${items.length - 5} more` : ''}.`;
  return [
    `${typeof verdict === 'string' ? verdict : 'The report is made'}.${rated}`,
    list('To fix', failing),
    list('Suggestions', warning),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function describeForeign({ foreignSchemes }: MessageReading): string[] {
  if (foreignSchemes.length === 0) return [];
  const names = foreignSchemes.map((scheme) => `\`${scheme}://\``).join(' and ');
  return [
    `Tools call HTTP APIs, so they cannot connect to ${names} addresses. Put an HTTP API in front of it and give its address. The address was not kept.`,
  ];
}

/** The parts of the message that had no effect, as they are quoted. */
function listUnused({ applied }: Done, hasParts: boolean): string[] {
  const { unused, questions, effects } = applied;
  if (effects.some(({ effect }) => effect.kind === 'ask') && !hasParts) return [];
  const open = questions.length > 0 && !hasParts ? questions : [];
  return [...unused, ...open].map(shorten);
}

/** Text that had no effect, in one line. */
function describeUnused(left: readonly string[], hasParts: boolean): string {
  const quoted = left
    .slice(0, MAX_QUOTED)
    .map((text) => `"${text}"`)
    .join(', ');
  const more = left.length > MAX_QUOTED ? ` and ${left.length - MAX_QUOTED} more` : '';
  return hasParts
    ? `Not used: ${quoted}${more}.`
    : `I did not understand ${quoted}${more}, so nothing was changed.`;
}

/** A request as it is quoted: short, and without possible credentials. */
export function shorten(text: string): string {
  const safe = text
    .replace(/[\w-]{20,}/g, (word) => (/\d/.test(word) ? '…' : word))
    .replace(/\/\/[^\s/@]+@/g, '//…@');
  return safe.length > 100 ? `${safe.slice(0, 100)}…` : safe;
}

/** Reply to a message that requests nothing. */
function invite({ text, applied }: Done, lx: Lexicon): Summary {
  if (toWords(text).length > 0 && applied.effects.length > 0)
    return { text: 'That is how it is already: nothing was changed.', unclear: [] };
  const isGreeting =
    lx.rx(String.raw`^\s*(?:(?:<please>|<yes>)[\s,.!]*)*$`).test(text) ||
    !/[\p{L}\p{N}]/u.test(text);
  return isGreeting
    ? { text: `What should the server do? ${NEEDED}`, unclear: [] }
    : {
        text: 'I could not find a request in that, so nothing was changed.',
        unclear: [shorten(text)],
      };
}
