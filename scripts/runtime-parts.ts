/** A module of an exported runtime, and the modules of `app/runtime` that it is merged from. */
interface RuntimePart {
  name: string;
  /** The first line of the module. */
  about: string;
  /** Modules, and folders (with a `/` at the end) with the modules directly in them; the first part counts. */
  holds: readonly string[];
}

/**
 * The runtime in an exported project. `definition.ts` keeps its name, since tools with code import types from
 * it, and `sdk.ts` is apart, since a server starts without it.
 */
export const RUNTIME_PARTS: readonly RuntimePart[] = [
  { name: 'definition', about: 'The definition of a server.', holds: ['definition.ts'] },
  {
    name: 'schema-patterns',
    about: 'Regular expressions of schemas, in a bounded number of steps.',
    holds: ['schema/pattern/', 'schema/step-budget.ts'],
  },
  { name: 'schema-check', about: 'Values against schemas.', holds: ['schema/check/'] },
  {
    name: 'schema',
    about: 'Schemas: preparing them, and what is wrong with a value.',
    holds: ['schema/'],
  },
  {
    name: 'request',
    about: 'Requests to an API: paths, queries, headers and bodies.',
    holds: ['request/'],
  },
  { name: 'listing', about: 'Schemas as a list of tools shows them.', holds: ['listing/'] },
  {
    name: 'signing',
    about: 'Signatures of requests.',
    holds: ['upstream/signing/', 'upstream/upstream-failure.ts'],
  },
  {
    name: 'upstream',
    about: 'Calls to an API: credentials, retries, limits.',
    holds: ['upstream/'],
  },
  {
    name: 'paging',
    about: 'Answers that come in pages.',
    holds: [
      'tools/declared-pages.ts',
      'tools/linked-path.ts',
      'tools/next-page.ts',
      'tools/page-argument.ts',
      'tools/page-signs.ts',
      'tools/paging-arguments.ts',
      'tools/response-paths.ts',
      'tools/to-exact-number.ts',
    ],
  },
  {
    name: 'tools',
    about: 'Calls of tools, and their results.',
    holds: ['tools/', 'served-definition.ts'],
  },
  {
    name: 'expectations',
    about: 'Results of calls against what saved tests expect of them.',
    holds: ['expectations/'],
  },
  {
    name: 'mock',
    about: 'A stand-in for the API, which answers from its schemas.',
    holds: ['mock/'],
  },
  {
    name: 'sdk',
    about: 'Answers of the MCP SDK, which is loaded when it is needed.',
    holds: [
      'protocol/answer-fully.ts',
      'protocol/client-abilities.ts',
      'protocol/client-link.ts',
      'protocol/client-questions.ts',
      'protocol/create-server.ts',
      'protocol/find-resource.ts',
      'protocol/match-uri-template.ts',
      'protocol/on-body-end.ts',
      'protocol/peek-message.ts',
      'protocol/require-page.ts',
      'protocol/serve-completions.ts',
      'protocol/serve-prompts.ts',
      'protocol/serve-resources.ts',
      'protocol/serve-tools.ts',
      'protocol/serve-watching.ts',
      'protocol/session/kept-sessions.ts',
      'protocol/session/needs-session.ts',
      'protocol/session/session-host.ts',
      'protocol/session/client-session.ts',
      'protocol/session/state-codec.ts',
    ],
  },
  {
    name: 'protocol',
    about: 'MCP over HTTP, without the SDK.',
    holds: ['protocol/', 'protocol/session/'],
  },
  { name: 'core', about: 'JSON, texts, times and limits that all parts use.', holds: ['./'] },
];
