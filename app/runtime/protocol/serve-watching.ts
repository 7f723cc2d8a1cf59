import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import type { Server, ServerEvent } from '@modelcontextprotocol/server';

import type { ServedDefinition } from '../served-definition.ts';
import { findResource } from './find-resource.ts';
import type { Serving } from './serving.ts';

/** Maximum number of resources that one client watches. */
const MAX_WATCHED = 1_000;

/**
 * Notifies the client of one session of changes to lists and to the resources it watches. (Clients of
 * 2026-07-28 listen on a separate stream, which the SDK serves.) It listens until the server closes, so the
 * server must be one that is connected and closed.
 */
export function serveWatching(
  server: Server,
  served: () => ServedDefinition,
  { changes }: Serving,
): void {
  if (changes === undefined) return;
  const watched = new Set<string>();
  if (server.getCapabilities().resources?.subscribe === true) {
    server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
      if (findResource(served().resources, uri) === null) throw new ResourceNotFoundError(uri);
      if (watched.size >= MAX_WATCHED) {
        const message = `No more than ${MAX_WATCHED} resources can be watched.`;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
      }
      watched.add(uri);
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
      watched.delete(uri);
      return {};
    });
  }
  const stop = changes.subscribe((event) => {
    notify(server, event, watched).catch((error: Error) => server.onerror?.(error));
  });
  const before = server.onclose;
  server.onclose = () => {
    stop();
    before?.();
  };
}

async function notify(server: Server, event: ServerEvent, watched: Set<string>): Promise<void> {
  const { tools, prompts, resources } = server.getCapabilities();
  switch (event.kind) {
    case 'resource_updated':
      if (watched.has(event.uri)) await server.sendResourceUpdated({ uri: event.uri });
      break;
    case 'tools_list_changed':
      if (tools?.listChanged) await server.sendToolListChanged();
      break;
    case 'prompts_list_changed':
      if (prompts?.listChanged) await server.sendPromptListChanged();
      break;
    case 'resources_list_changed':
      if (resources?.listChanged) await server.sendResourceListChanged();
      break;
  }
}
