import { env } from 'cloudflare:workers';

import { makeArtifact } from '#app/blueprint/generate/artifact.ts';
import type { ClientLink, JsonObject, ToolResult, UpstreamFetch } from '#app/runtime/definition.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';
import { callTool, type Sandbox } from '#app/sandbox/call-tool.server.ts';
import { guardLoops } from '#app/sandbox/loop-guard.ts';
import type { Modules } from '#app/sandbox/module-map.server.ts';

import { codeBlueprint } from './code-blueprint.ts';

const client: ClientLink = { signal: new AbortController().signal, ...QUIET_CLIENT };

/** Modules that no check of an edit has seen: artifacts are older than the checks. */
export async function toModules(sources: Record<string, string>): Promise<Modules> {
  const artifact = await makeArtifact(codeBlueprint(sources));
  if (!artifact.ok) throw new Error(artifact.message);
  return artifact.value.modules;
}

const CONFINEMENT = '../../confinement-entry.ts';

let opened = 0;

/** An isolate of its own for modules. */
export function openModules(modules: Modules): Sandbox {
  opened += 1;
  const artifact = {
    hash: `hash ${opened}`,
    account: 'somebody',
    loadModules: async () => modules,
  };
  return { kind: 'isolate', loader: env.LOADER, artifact };
}

/** Calls a tool: on the mock upstream, or with requests that go where `egress` sends them. */
export function callModule(
  sandbox: Sandbox,
  name: string,
  args: JsonObject = {},
  egress?: UpstreamFetch,
): Promise<ToolResult> {
  const createEgress = egress ? () => egress : ('mock' as const);
  const context = { client, createEgress, maxResultBytes: 10_000 };
  return callTool(sandbox, { name, arguments: args }, context);
}

/** The same server with the code of a tool under a name whose modules nobody reads before they run. */
export function withoutReading(modules: Modules, tool: string): Modules {
  const [from, to] = [`./${tool}.action.ts`, `./${tool}.js`];
  const { code } = guardLoops(modules[`src/tools/${tool}.action.ts`] ?? '', CONFINEMENT);
  return {
    ...modules,
    [`src/tools/${tool}.js`]: code.replaceAll(from, to),
    [`src/tools/${tool}.ts`]: (modules[`src/tools/${tool}.ts`] ?? '').replace(from, to),
    [`src/tools/${tool}.action.ts`]: 'export default () => 1;',
  };
}
