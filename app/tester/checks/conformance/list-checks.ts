import { isJsonObject, toText } from '#app/runtime/json.ts';
import type { JsonObject } from '#app/runtime/json.ts';
import type { Exchange } from '#app/runtime/probe/server-evidence.ts';

import { checkOfBoth, legacyRule, modernCheck, modernRule, sameRule } from './conformance-check.ts';
import type { ConformanceCheck, CheckFinding } from './conformance-check.ts';
import { findHeaderProblems } from './find-header-problems.ts';
import { findBadReferences } from './find-bad-references.ts';
import { findShapeProblems } from './find-shape-problems.ts';
import {
  breaks,
  describeAnswer,
  holds,
  joinFindings,
  judgeRefusal,
  resultOf,
  unknown,
} from './findings.ts';
import { LISTS } from './subject.ts';
import type { ListKind, Subject } from './subject.ts';

const METHOD_NOT_FOUND = -32_601;
const NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const KINDS: readonly ListKind[] = ['tools', 'prompts', 'resources', 'templates'];
const NO_TOOLS = 'The server lists no tools.';

/** The lists of a server. */
export const listChecks: ConformanceCheck[] = [
  ...checkOfBoth({
    name: 'lists',
    area: 'lists',
    level: 'must',
    title: 'Each declared capability has a list that the schema accepts',
    rules: {
      modern: modernRule(
        'server/tools#capabilities',
        'Servers that declare the tools capability MUST respond to tools/list requests with the set of tools currently available to the requesting client.',
      ),
      legacy: legacyRule(
        'basic/lifecycle#operation',
        'Both parties MUST: Respect the negotiated protocol version; Only use capabilities that were successfully negotiated.',
      ),
    },
    fix: 'Answer the list of each capability that you declare, with the fields of the schema.',
    judge: async (subject) => {
      const declared = KINDS.filter((kind) => isDeclared(subject, kind));
      if (declared.length === 0) return unknown('No capability with a list is declared.');
      return joinFindings(await Promise.all(declared.map((kind) => judgeList(subject, kind))));
    },
  }),
  ...checkOfBoth({
    name: 'undeclared',
    area: 'lists',
    level: 'must',
    title: 'Lists of capabilities that are not declared are not there',
    rules: sameRule(
      'server/tools#capabilities',
      'Servers that support tools MUST declare the tools capability.',
    ),
    fix: `Declare the capability, or answer ${METHOD_NOT_FOUND}.`,
    judge: async (subject) => {
      const absent = KINDS.filter((kind) => !isDeclared(subject, kind) && kind !== 'templates');
      if (absent.length === 0) return unknown('Tools, prompts and resources are all declared.');
      const findings = await Promise.all(
        absent.map(async (kind) => {
          const answer = await subject.ask(LISTS[kind].method);
          return judgeRefusal(LISTS[kind].method, answer, { code: METHOD_NOT_FOUND });
        }),
      );
      return joinFindings(findings);
    },
  }),
  ...checkOfBoth({
    name: 'toolNames',
    area: 'lists',
    level: 'should',
    title: 'Names of tools are unique and simple',
    rules: sameRule(
      'server/tools#tool-names',
      'Tool names SHOULD be between 1 and 128 characters in length (inclusive). The following SHOULD be the only allowed characters: uppercase and lowercase ASCII letters (A-Z, a-z), digits (0-9), underscore (_), hyphen (-), and dot (.). Tool names SHOULD be unique within a server.',
    ),
    fix: 'Use 1 to 128 letters, digits, or any of _ - ., and no name twice.',
    judge: async (subject) => judgeTools(subject, judgeNames),
  }),
  ...checkOfBoth({
    name: 'toolOrder',
    area: 'lists',
    level: 'should',
    title: 'Tools are listed in the same order each time',
    rules: {
      modern: modernRule(
        'server/tools#capabilities',
        'Servers SHOULD return tools in a deterministic order (i.e., the same ordering across requests when the underlying set of tools has not changed).',
      ),
      legacy: legacyRule(
        'server/utilities/pagination#implementation-guidelines',
        'Servers SHOULD: Provide stable cursors',
      ),
    },
    fix: 'List tools in a fixed order: clients cache the list, and models their prompt.',
    judge: async (subject) => {
      if (!isDeclared(subject, 'tools')) return unknown(NO_TOOLS);
      const [first] = (await subject.list('tools')).pages;
      const again = await subject.ask('tools/list');
      if (first === undefined || resultOf(first) === null) return unknown(NO_TOOLS);
      const [one, two] = [namesOf(first), namesOf(again)];
      return one === two
        ? holds('Listed twice: the same tools in the same order.', first, again)
        : breaks('Listed twice, and the tools or their order differed.', first, again);
    },
  }),
  ...checkOfBoth({
    name: 'toolSchemas',
    area: 'lists',
    level: 'must',
    title: 'Schemas of tools are objects, and what they refer to is there',
    rules: sameRule('server/tools#tool', 'MUST be a valid JSON Schema object (not null)'),
    fix: 'Give each tool an input schema of type object, and put what it refers to into its $defs.',
    judge: async (subject) => judgeTools(subject, judgeSchemas),
  }),
  ...checkOfBoth({
    name: 'toolReferences',
    area: 'lists',
    level: 'should',
    title: 'Schemas of tools are complete in themselves',
    rules: {
      modern: modernRule(
        'basic/index#$ref-resolution',
        'Schemas that fail to validate due to an unresolved external $ref SHOULD be rejected',
      ),
      legacy: legacyRule(
        'basic/index#schema-validation',
        'Schemas MUST be valid according to their declared or default dialect',
      ),
    },
    fix: 'Put what a schema refers to into its own $defs: clients fetch nothing.',
    judge: async (subject) => judgeTools(subject, judgeReferences),
  }),
  modernCheck({
    name: 'paramHeaders',
    area: 'lists',
    level: 'must',
    title: 'Parameters that travel as headers are marked as the rule says',
    rule: modernRule(
      'server/tools#x-mcp-header',
      'Clients using the Streamable HTTP transport MUST reject tool definitions where any x-mcp-header value violates these constraints.',
    ),
    fix: 'Mark strings, integers and booleans only, each with a header name of its own, reached by properties alone.',
    judge: async (subject) => judgeTools(subject, judgeHeaders),
  }),
  modernCheck({
    name: 'caching',
    area: 'lists',
    level: 'must',
    title: 'Lists say how long they may be kept, and for whom',
    rule: modernRule(
      'server/utilities/caching#cacheable-results',
      'Servers MUST include caching hints on results with resultType: "complete" returned by the following operations: server/discover; tools/list; prompts/list; resources/list; resources/templates/list; resources/read',
    ),
    fix: 'Add ttlMs of 0 or more, and cacheScope of public or private.',
    judge: async (subject) => joinFindings((await findCacheable(subject)).map(judgeHints)),
  }),
  modernCheck({
    name: 'cacheScope',
    area: 'lists',
    level: 'must',
    title: 'All pages of a list may be kept for the same callers',
    rule: modernRule(
      'server/utilities/caching#interaction-with-pagination',
      'Servers MUST apply the same cacheScope to all response pages for a given list request.',
    ),
    fix: 'Give every page of a list the cacheScope of the first.',
    judge: async (subject) => {
      const declared = KINDS.filter((kind) => isDeclared(subject, kind));
      const lists = await Promise.all(declared.map((kind) => subject.list(kind)));
      const long = lists.filter(({ pages }) => pages.length > 1);
      if (long.length === 0) return unknown('No list has a second page.');
      const mixed = long.find(({ pages }) => new Set(pages.map(scopeOf)).size > 1);
      return mixed === undefined
        ? holds('Looked at the pages of each list.')
        : breaks('The pages of one list have different scopes.', ...mixed.pages.slice(0, 2));
    },
  }),
];

function isDeclared({ capabilities }: Subject, kind: ListKind): boolean {
  return capabilities[LISTS[kind].capability] !== undefined;
}

async function judgeList(subject: Subject, kind: ListKind): Promise<CheckFinding> {
  const { items, pages } = await subject.list(kind);
  for (const page of pages) {
    const result = resultOf(page);
    if (result === null) return breaks(`${LISTS[kind].method}: ${describeAnswer(page)}.`, page);
    const problems = findShapeProblems(kind, result);
    if (problems.length > 0) return breaks(problems.join(' '), page);
  }
  return holds(`${LISTS[kind].method}: ${items.length} listed.`, ...pages.slice(0, 1));
}

/** Judges the listed tools; `find` says what is wrong with them, if anything. */
async function judgeTools(
  subject: Subject,
  find: (tools: readonly JsonObject[]) => string | null,
): Promise<CheckFinding> {
  if (!isDeclared(subject, 'tools')) return unknown(NO_TOOLS);
  const { items, pages } = await subject.list('tools');
  if (items.length === 0) return unknown(NO_TOOLS);
  const problem = find(items);
  const count = items.length === 1 ? '1 tool' : `${items.length} tools`;
  return problem === null
    ? holds(`Looked at ${count}.`, ...pages.slice(0, 1))
    : breaks(problem, ...pages.slice(0, 1));
}

function judgeNames(tools: readonly JsonObject[]): string | null {
  const names = tools.map((tool) => toText(tool['name'] ?? null));
  const odd = names.find((name) => !NAME.test(name));
  if (odd !== undefined) return `${JSON.stringify(odd)} has other characters, or is too long.`;
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? null : `${twice} is listed twice.`;
}

function judgeSchemas(tools: readonly JsonObject[]): string | null {
  for (const { name = null, inputSchema, outputSchema } of tools) {
    const what = toText(name);
    if (!isJsonObject(inputSchema)) return `The input schema of ${what} is no object.`;
    if (inputSchema['type'] !== 'object') return `The input schema of ${what} has no type object.`;
    const [lost] = [inputSchema, outputSchema].flatMap((schema) =>
      isJsonObject(schema) ? findBadReferences(schema).lost : [],
    );
    if (lost !== undefined) return `${what}: ${lost} leads nowhere.`;
  }
  return null;
}

function judgeReferences(tools: readonly JsonObject[]): string | null {
  for (const { name = null, inputSchema, outputSchema } of tools) {
    const [remote] = [inputSchema, outputSchema].flatMap((schema) =>
      isJsonObject(schema) ? findBadReferences(schema).remote : [],
    );
    if (remote !== undefined) return `${toText(name)}: ${remote} leads out of the schema.`;
  }
  return null;
}

function judgeHeaders(tools: readonly JsonObject[]): string | null {
  for (const { name = null, inputSchema } of tools) {
    const [problem] = isJsonObject(inputSchema) ? findHeaderProblems(inputSchema) : [];
    if (problem !== undefined) return `${toText(name)}: ${problem}`;
  }
  return null;
}

/** Everything that was listed, and one resource that is read. */
async function findCacheable(subject: Subject): Promise<(readonly [string, Exchange])[]> {
  const found: (readonly [string, Exchange])[] = [['server/discover', subject.hello]];
  for (const kind of KINDS.filter((each) => isDeclared(subject, each))) {
    const [page] = (await subject.list(kind)).pages;
    if (page !== undefined) found.push([LISTS[kind].method, page]);
  }
  const [resource] = isDeclared(subject, 'resources')
    ? (await subject.list('resources')).items
    : [];
  const uri = resource?.['uri'];
  if (typeof uri === 'string') {
    found.push(['resources/read', await subject.ask('resources/read', { uri })]);
  }
  return found.filter(([, page]) => resultOf(page) !== null);
}

function judgeHints([what, page]: readonly [string, Exchange]): CheckFinding {
  const { ttlMs, cacheScope, resultType } = resultOf(page) ?? {};
  if (resultType === 'input_required') return unknown(`${what} asked for input.`);
  if (typeof ttlMs !== 'number' || ttlMs < 0) return breaks(`${what} has no ttlMs.`, page);
  return cacheScope === 'public' || cacheScope === 'private'
    ? holds(`${what}: ${cacheScope} for ${ttlMs} ms.`, page)
    : breaks(`${what} has no cacheScope of public or private.`, page);
}

function scopeOf(page: Exchange): string {
  return toText(resultOf(page)?.['cacheScope'] ?? null);
}

function namesOf(page: Exchange): string {
  const tools = resultOf(page)?.['tools'];
  if (!Array.isArray(tools)) return '';
  return tools.map((tool) => (isJsonObject(tool) ? toText(tool['name'] ?? null) : '')).join('\n');
}
