import { Server } from '@modelcontextprotocol/server';
import type { McpServerFactory, ServerCapabilities } from '@modelcontextprotocol/server';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';

import { hasSchemaResources, instructionsOf } from '../listing/schema-resources.ts';
import type { ServedDefinition } from '../served-definition.ts';
import type { ToolRunner } from '../tool-context.ts';
import { createEventBus } from './event-bus.ts';
import { LIST_LIFE } from './list-life.ts';
import { canWatch } from './session/needs-session.ts';
import { hasCompletions, serveCompletions } from './serve-completions.ts';
import { servePrompts } from './serve-prompts.ts';
import { serveResources } from './serve-resources.ts';
import { serveTools } from './serve-tools.ts';
import { serveWatching } from './serve-watching.ts';
import { createStateSeal } from './serving.ts';
import type { Serving } from './serving.ts';

/** Lists that may change when a definition is replaced. */
const LISTS = ['tools_list_changed', 'prompts_list_changed', 'resources_list_changed'] as const;

/** The SDK's default needs eval, and a new one with each server. */
const validator = new CfWorkerJsonSchemaValidator();

/** Lifetime of the server. */
export interface ServerLife {
  /** The server outlives the request, so the client can be notified of changes. */
  isLive: boolean;
  /**
   * The SDK notifies the client on a separate stream (2026-07-28): the server is made for one message, may
   * never be connected or closed, and does not listen for changes.
   */
  isNotifiedSeparately?: boolean;
  /** The definition may change during the server's lifetime. */
  canChange?: boolean;
}

/** Creates the SDK's server for a definition, for protocol revisions of both eras. */
export function createServer(served: ServedDefinition, serving: Serving, life: ServerLife): Server {
  return createLiveServer(served, serving, life).server;
}

/** As {@link createServer}, with a function that replaces the definition. */
export function createLiveServer(
  served: ServedDefinition,
  serving: Serving,
  life: ServerLife,
): { server: Server; replace: (served: ServedDefinition) => void } {
  let current = served;
  const { instructions: _, ...serverInfo } = served.identity;
  const instructions = instructionsOf(served);
  const server = new Server(serverInfo, {
    capabilities: capabilitiesOf(served, life),
    ...(instructions === undefined ? {} : { instructions }),
    jsonSchemaValidator: validator,
    requestState: { verify: (state, context) => serving.state.verify(state, context) },
    cacheHints: {
      'server/discover': LIST_LIFE,
      'tools/list': LIST_LIFE,
      'prompts/list': LIST_LIFE,
      'resources/list': LIST_LIFE,
      'resources/templates/list': LIST_LIFE,
    },
  });
  serveDefinition(server, served, serving);
  if (life.isLive && life.isNotifiedSeparately !== true)
    serveWatching(server, () => current, serving);
  const replace = (other: ServedDefinition) => {
    current = other;
    serveDefinition(server, other, serving);
    for (const kind of LISTS) serving.changes?.publish({ kind });
  };
  return { server, replace };
}

/** Factory for the SDK's stdio entry: a server for one connection of either era. */
export function createServerFactory(
  served: ServedDefinition,
  runTool: ToolRunner,
): McpServerFactory {
  const serving = { runTool, state: createStateSeal(), changes: createEventBus() };
  return ({ era }) => createServer(served, serving, { isLive: era === 'legacy' });
}

/** Registers the handlers for a definition, replacing those of an earlier one. */
function serveDefinition(server: Server, served: ServedDefinition, serving: Serving): void {
  const can = server.getCapabilities();
  if (can.tools) serveTools(server, served, serving);
  if (can.resources) serveResources(server, served, serving);
  if (can.prompts) servePrompts(server, served, serving);
  if (can.completions) serveCompletions(server, served);
}

/** Declares only what the server has: clients ask for nothing else. */
function capabilitiesOf(served: ServedDefinition, life: ServerLife): ServerCapabilities {
  const { tools, prompts } = served;
  const hasResources = served.resources.length > 0 || hasSchemaResources(served);
  const listed = life.canChange === true ? { listChanged: true } : {};
  const canBeWatched = life.isLive && canWatch(served);
  const watched = canBeWatched ? { subscribe: true } : {};
  return {
    ...(tools.length > 0 ? { tools: listed } : {}),
    ...(hasResources ? { resources: { ...listed, ...watched } } : {}),
    ...(prompts.length > 0 ? { prompts: listed } : {}),
    ...(hasCompletions(served) ? { completions: {} } : {}),
    ...(served.logs === true ? { logging: {} } : {}),
  };
}
