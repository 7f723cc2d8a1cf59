/** The arguments of each command, and its help text. */
export const COMMANDS = {
  generate: {
    takes: '<document> --out <dir> [--tools <name,…>] [--force]',
    does: 'Writes the project of an MCP server.',
    details: [
      '<document>  an OpenAPI or Swagger document: a file, an https address, or - for standard input;',
      '            or the blueprint.json of an exported project, whose saved tests come along',
      '--out       the directory to write; created if it is missing',
      '--tools     only these tools are served; the others stay in blueprint.json, switched off',
      '--force     writes even if the directory has files: those of the same name are replaced,',
      '            those of an earlier version that this one does not have are removed unless you',
      '            changed them, and others stay',
    ],
  },
  inspect: {
    takes: '<document> [--json]',
    does: 'Shows the tools of a document, what could not be imported, and how ready it is.',
    details: [
      '<document>  a file, an https address, or - for standard input',
      '--json      prints {tools, blueprint, warnings, report}',
    ],
  },
  check: {
    takes: '<endpoint or directory> [--json]',
    does: 'Says how ready a running MCP server is for production.',
    details: [
      '<endpoint>   the address of a running server, such as http://localhost:3000/mcp;',
      '             MCP_TOKEN is sent as its bearer token if it is set',
      '<directory>  a generated project that was built: its server is started and checked, with its',
      '             blueprint and files; how it calls its API is tried by `inspect` alone',
      '--json       prints the whole report',
    ],
  },
  serve: {
    takes: '<document> [--port <number>] [--mock]',
    does: 'Serves the MCP server of a document over HTTP.',
    details: [
      '<document>  a file, an https address, or - for standard input',
      '--port      port on 127.0.0.1; default 3000, 0 for any free port',
      '--mock      answers from the examples and schemas of the document, without the real API',
      'Credentials come from the environment, under the names that `generate` writes to .env.example.',
    ],
  },
  eval: {
    takes: '<file> [--server <url>] [--model <provider:name>] [--replay <recording>] [--json]',
    does: 'Says how well models choose and call the tools of servers, or replays that without a model.',
    details: [
      '<file>      tasks in plain words and what they expect, as the tester exports them;',
      '            its schema is /schemas/eval-file.json',
      '--server    the address of a server, or name=address; several give all their tools at once;',
      '            MCP_TOKEN is sent as its bearer token, to one of several MCP_TOKEN_<NAME>',
      '--compare   each server is evaluated by itself, with the same tasks',
      '--model     openai:NAME (OPENAI_API_KEY), anthropic:NAME (ANTHROPIC_API_KEY), or built-in,',
      '            which calls tools by their names only; OPENAI_BASE_URL and ANTHROPIC_BASE_URL',
      '            name another server of the same protocol; several are compared',
      '--runs      how often each task is run, from 1 to 50',
      '--price     IN,OUT in dollars for a million tokens, to know the cost',
      '--record    writes the runs to this file',
      '--replay    judges recorded runs, without a model; with --server the recorded calls are made',
      '            again, and one that ends in another way fails',
      '--min-pass  percentage of the runs that has to pass for exit code 0; default 100',
      '--json      prints the whole report',
    ],
  },
} as const;

export type CommandName = keyof typeof COMMANDS;

/** The help of all commands, or of one. */
export function describeUsage(command: CommandName | null): string {
  if (command !== null) {
    const { takes, does, details } = COMMANDS[command];
    return [`mcp-builder ${command} ${takes}`, '', does, '', ...details].join('\n');
  }
  const lines = Object.entries(COMMANDS).flatMap(([name, { takes, does }]) => [
    `  mcp-builder ${name} ${takes}`,
    `      ${does}`,
  ]);
  return [
    'Turns API documents into MCP servers.',
    '',
    ...lines,
    '  mcp-builder --version | --help | <command> --help',
    '',
    'The result goes to standard output, everything else to standard error. Exit codes: 0 done,',
    '1 an unusable document or a failed check, 2 wrong usage.',
  ].join('\n');
}
