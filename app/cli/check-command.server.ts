import { statSync } from 'node:fs';

import { judge } from '#app/blueprint/readiness/judge.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import { probe } from '#app/runtime/probe/probe.ts';

import { describeReport, hasFailed } from './describe-report.ts';
import { toErrorText } from './load-document.server.ts';
import { openProject } from './open-project.server.ts';
import type { CliCommand } from './read-arguments.server.ts';
import type { ExitCode, Invocation, Terminal } from './terminal.server.ts';

/**
 * Reports on a running server: the one at an address, or that of a project, which is started for the check.
 */
export async function runCheck(
  command: Extract<CliCommand, { name: 'check' }>,
  { variables }: Invocation,
  terminal: Terminal,
): Promise<ExitCode> {
  const report = /^https?:\/\//i.test(command.target)
    ? await checkEndpoint(command.target, variables['MCP_TOKEN'], terminal)
    : await checkProject(command.target, variables, terminal);
  if (report === null) return 1;
  if (command.json) terminal.print(JSON.stringify(report, null, 2));
  else for (const line of describeReport(report, terminal.paint)) terminal.print(line);
  return hasFailed(report) ? 1 : 0;
}

async function checkEndpoint(
  url: string,
  token: string | undefined,
  terminal: Terminal,
): Promise<Report | null> {
  if (!URL.canParse(url)) {
    terminal.complain(`${url} is not a valid address.`);
    return null;
  }
  try {
    // A request in advance: the report on an unreachable server would say less than this error.
    await fetch(url, { method: 'OPTIONS', signal: AbortSignal.timeout(10_000) });
  } catch (error) {
    terminal.complain(`${url} cannot be reached: ${toErrorText(error)}.`);
    return null;
  }
  terminal.progress(`Asking ${url} …`);
  return judge({ server: await probe(toTarget(url, token)) });
}

async function checkProject(
  directory: string,
  variables: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<Report | null> {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) {
    terminal.complain(`${directory} is neither an address nor a directory.`);
    return null;
  }
  terminal.progress(`Starting the server of ${directory} …`);
  const project = await openProject(directory, variables);
  if (!project.ok) {
    terminal.complain(project.message);
    return null;
  }
  const { url, blueprint, files, close } = project.value;
  try {
    const server = await probe(toTarget(url, variables['MCP_TOKEN']));
    return judge({ blueprint, files, server });
  } finally {
    await close();
  }
}

function toTarget(url: string, token: string | undefined): Parameters<typeof probe>[0] {
  const headers = token ? { headers: { authorization: `Bearer ${token}` } } : {};
  return { fetch: (request) => fetch(request), url, ...headers };
}
