// Serves a document of the corpus over stdio, as its exported project does; its tools check arguments only.
import { serveStdio } from '@modelcontextprotocol/server/stdio';

import { importDocument } from '#app/blueprint/import/import-document.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import { createMockFetch } from '#app/runtime/mock/mock-upstream.ts';
import { createServerFactory } from '#app/runtime/protocol/create-server.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { readDocument } from './corpus.ts';

const outcome = await importDocument(readDocument(process.argv[2] ?? ''));
if (!outcome.ok) throw new Error(outcome.message);
const server = toServerDefinition(outcome.value.blueprint, new Map());
const upstream = createMockFetch(server);
serveStdio(
  createServerFactory(toServedDefinition(server), (call, client) =>
    runTool(server, call, { ...client, fetch: upstream }),
  ),
);
