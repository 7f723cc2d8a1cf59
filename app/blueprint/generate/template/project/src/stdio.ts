#!/usr/bin/env node
import { serveStdio } from '@modelcontextprotocol/server/stdio';

import { log } from './log.ts';
import { requireEnvironment } from './node-environment.ts';
import { readPrebuiltList } from './prebuilt-list.ts';
import { provideToolListing } from './runtime/listing/tool-listing.ts';
import { createServerFactory } from './runtime/protocol/create-server.ts';
import { toServedDefinition } from './runtime/served-definition.ts';
import { server } from './server.ts';
import { createToolRunner } from './tool-runner.ts';

const served = toServedDefinition(server);
provideToolListing(served, readPrebuiltList);
const factory = createServerFactory(served, createToolRunner(server, requireEnvironment()));
const connection = serveStdio(factory, {
  onerror: (error) => log('error', error.message),
});
process.once('SIGINT', () => void connection.close());
process.once('SIGTERM', () => void connection.close());
