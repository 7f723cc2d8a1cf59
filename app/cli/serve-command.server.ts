import type { Server } from 'node:http';

import { createListener } from '#app/blueprint/generate/template/project/src/http-listener.ts';

import { countOf, importNamed } from './import-named.server.ts';
import { toErrorText } from './load-document.server.ts';
import { openEndpoint, openMockEndpoint } from './open-endpoint.server.ts';
import type { OpenEndpoint } from './open-endpoint.server.ts';
import type { CliCommand } from './read-arguments.server.ts';
import type { ExitCode, Invocation, Terminal } from './terminal.server.ts';

/** This machine only: anyone who can reach the server uses its credentials. */
const HOST = '127.0.0.1';

/** Time that running calls have to finish after a stop signal, in milliseconds. */
const GRACE_MS = 5_000;

/** Serves the MCP server of a document until it is stopped; the output is its address. */
export async function runServe(
  command: Extract<CliCommand, { name: 'serve' }>,
  invocation: Invocation,
  terminal: Terminal,
): Promise<ExitCode> {
  const imported = await importNamed(command.document, invocation, terminal);
  if (imported === null) return 1;
  const { blueprint } = imported;
  const open = command.mock ? openMockEndpoint : openEndpoint;
  const endpoint = open(blueprint, invocation.variables);
  const { warnings, problems } = endpoint.environment;
  for (const warning of warnings) terminal.say(warning);
  for (const problem of problems) terminal.complain(problem);
  if (problems.length > 0) return 1;

  const listener = listen(endpoint, terminal);
  try {
    const port = await start(listener, command.port);
    const upstream = command.mock ? 'the mock answers' : 'the API is called';
    terminal.say(`${countOf(blueprint.tools.length, 'tool')}; ${upstream}. Ctrl+C ends it.`);
    terminal.print(`http://${HOST}:${port}/mcp`);
  } catch (error) {
    terminal.complain(`Port ${command.port} cannot be used: ${toErrorText(error)}.`);
    return 1;
  }
  await untilStopped(listener);
  return 0;
}

function listen({ answer }: OpenEndpoint, terminal: Terminal): Server {
  return createListener(answer, (error) =>
    terminal.complain(`A request failed: ${toErrorText(error)}.`),
  );
}

async function start(listener: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, HOST, resolve);
  });
  const address = listener.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Lets running calls finish, and aborts those that take too long. */
async function untilStopped(listener: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => listener.once('close', () => resolve()));
  const stop = () => {
    listener.close();
    listener.closeIdleConnections();
    setTimeout(() => listener.closeAllConnections(), GRACE_MS).unref();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  await closed;
}
