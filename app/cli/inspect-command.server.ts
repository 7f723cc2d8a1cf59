import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { generate } from '#app/blueprint/generate/generate.ts';
import { listBytes, toBlueprintListing } from '#app/blueprint/list-bytes.ts';
import { toListCost } from '#app/blueprint/list-cost.ts';
import { runExamples } from '#app/blueprint/readiness/example-runs.ts';
import { judge } from '#app/blueprint/readiness/judge.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { probeUpstream } from '#app/runtime/probe/probe-upstream.ts';
import { probe } from '#app/runtime/probe/probe.ts';

import { describeReport } from './describe-report.ts';
import { countOf, importNamed } from './import-named.server.ts';
import { createMockRunner, openSilentEndpoint } from './open-endpoint.server.ts';
import type { CliCommand } from './read-arguments.server.ts';
import { toShown } from './shown-text.ts';
import type { ExitCode, Invocation, Terminal } from './terminal.server.ts';

/** Address of the server in this process, which is not reachable from outside. */
const IN_PROCESS = 'http://localhost/mcp';

const MAX_DESCRIPTION = 100;

/** Shows the result of importing a document: its tools, the losses, and the readiness of the server. */
export async function runInspect(
  command: Extract<CliCommand, { name: 'inspect' }>,
  invocation: Invocation,
  terminal: Terminal,
): Promise<ExitCode> {
  const imported = await importNamed(command.document, invocation, terminal);
  if (imported === null) return 1;
  const { blueprint, warnings } = imported;
  terminal.progress('Checking the server …');
  const report = await reportOn(blueprint);
  if (command.json) {
    const { tools } = toBlueprintListing(blueprint);
    const listCost = toListCost(tools);
    const shown = { tools, listBytes: listBytes(blueprint), listCost, blueprint, warnings, report };
    terminal.print(JSON.stringify(shown, null, 2));
  } else {
    printTools(blueprint, terminal);
    printListCost(blueprint, terminal);
    printWarnings(warnings, terminal);
    terminal.print('');
    for (const line of describeReport(report, terminal.paint)) terminal.print(line);
  }
  return 0;
}

/** Judges the blueprint, its files, and its server running in this process on the mock. */
async function reportOn(blueprint: Blueprint): Promise<Report> {
  const server = await probe({
    fetch: openSilentEndpoint(blueprint),
    url: IN_PROCESS,
    sendsHost: true,
    mayCallAny: true,
  });
  const upstream = await probeUpstream(blueprint);
  const runs = await runExamples(
    blueprint,
    createMockRunner(toServerDefinition(blueprint, new Map()), blueprint),
  );
  return judge({ blueprint, files: generate(blueprint), server, upstream, runs });
}

function printTools({ identity, tools }: Blueprint, { print, paint }: Terminal): void {
  print(
    paint('bold', `${toShown(identity.title ?? identity.name)}: ${countOf(tools.length, 'tool')}`),
  );
  for (const { name, action, title, description = '' } of tools) {
    const call = action.kind === 'http' ? `${action.method} ${action.path}` : action.kind;
    const [line = ''] = (title ?? description).split('\n');
    const described = toShown(`${call}  ${line.slice(0, MAX_DESCRIPTION)}`);
    print(`  ${name}  ${paint('dim', described)}`);
  }
}

function printListCost(blueprint: Blueprint, { print, paint }: Terminal): void {
  const { tokens, firstCallMs, listMs, memory } = toListCost(toBlueprintListing(blueprint).tools);
  const client = `a client about ${listMs + firstCallMs} ms before its first call, and ${(memory / 1e6).toFixed(1)} MB`;
  const text = `The list costs a model about ${tokens.toLocaleString('en')} tokens, ${client}.`;
  print(`\n${paint('dim', text)}`);
}

function printWarnings(warnings: PathProblem[], { print, paint }: Terminal): void {
  if (warnings.length === 0) return;
  print('');
  print(paint('bold', `Not imported exactly: ${countOf(warnings.length, 'place')}`));
  for (const { path, message } of warnings) print(toShown(`  ${path}: ${message}`));
}
