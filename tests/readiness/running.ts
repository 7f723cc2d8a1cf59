import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { generate } from '#app/blueprint/generate/generate.ts';
import { runExamples } from '#app/blueprint/readiness/example-runs.ts';
import { judge } from '#app/blueprint/readiness/judge.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import { toMockFixtures } from '#app/blueprint/to-mock-fixtures.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import type { ToolFunction, ToolRunner } from '#app/runtime/definition.ts';
import { createMockFetch } from '#app/runtime/mock/mock-upstream.ts';
import { probeUpstream } from '#app/runtime/probe/probe-upstream.ts';
import { probe } from '#app/runtime/probe/probe.ts';
import type { ProbeTarget } from '#app/runtime/probe/probe.ts';
import { createProtocol } from '#app/runtime/protocol/protocol.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

export const SERVER_URL = 'https://mcp.example.com/mcp';

/**
 * The endpoint of a blueprint, in this process, with its mock upstream.
 *
 * @param hearFully is handed what is not answered directly.
 */
export function serve(
  blueprint: Blueprint,
  hearFully: (request: Request) => void = () => {},
): ProbeTarget {
  const definition = toServerDefinition(blueprint, codeOf(blueprint));
  const fetch = createProtocol({
    served: toServedDefinition(definition),
    runTool: mockRunner(blueprint),
    hosts: ['mcp.example.com'],
    origins: [],
    sessions: async (request) => {
      hearFully(request);
      return null;
    },
  });
  return { fetch, url: SERVER_URL, sendsHost: true, mayCallAny: true };
}

const greet: ToolFunction = () => 'hello';

function codeOf(blueprint: Blueprint, run = greet): Map<string, ToolFunction> {
  return new Map(blueprint.tools.map(({ name }) => [name, run]));
}

/** Runs the tools of a blueprint in this process, on its mock upstream; code is the function given. */
export function mockRunner(blueprint: Blueprint, code: ToolFunction = greet): ToolRunner {
  const definition = toServerDefinition(blueprint, codeOf(blueprint, code));
  const fetch = createMockFetch(definition, toMockFixtures(blueprint));
  return (call, client) => runTool(definition, call, { ...client, fetch });
}

/** The report of a blueprint with everything there is to look at. */
export async function reportOf(blueprint: Blueprint): Promise<Report> {
  const server = await probe(serve(blueprint));
  const upstream = await probeUpstream(blueprint);
  const runs = await runExamples(blueprint, mockRunner(blueprint));
  return judge({ blueprint, files: generate(blueprint), server, upstream, runs });
}
