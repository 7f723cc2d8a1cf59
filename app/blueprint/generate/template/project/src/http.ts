#!/usr/bin/env node
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { createEndpoint } from './endpoint.ts';
import { createListener } from './http-listener.ts';
import type { Exchange } from './http-listener.ts';
import { isLogged, log } from './log.ts';
import { exitWith, requireEnvironment } from './node-environment.ts';
import { createOperations } from './operations.ts';
import { readPrebuiltList } from './prebuilt-list.ts';
import { readUrl } from './read-url.ts';
import { provideToolListing } from './runtime/listing/tool-listing.ts';
import { loadSdk } from './runtime/protocol/load-sdk.ts';
import { createStatefulProtocol } from './runtime/protocol/session/stateful-protocol.ts';
import { readTrace } from './runtime/trace-context.ts';
import { server } from './server.ts';
import { createToolRunner } from './tool-runner.ts';

/** Time that running calls have to finish after a stop signal, in milliseconds. */
const GRACE_MS = 10_000;
/** When the SDK is loaded, in milliseconds after the start: the first responses do not need it. */
const LOAD_AFTER_MS = 1_000;

const environment = requireEnvironment();
const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || '3000');
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  exitWith([`PORT must be a number from 0 to 65535, not ${process.env.PORT}.`]);
}
const drainMs = Number(process.env.SHUTDOWN_DELAY_MS || '0');
if (!Number.isInteger(drainMs) || drainMs < 0 || drainMs > 600_000) {
  exitWith([
    `SHUTDOWN_DELAY_MS must be a number up to 600000, not ${process.env.SHUTDOWN_DELAY_MS}.`,
  ]);
}
if (host !== '127.0.0.1' && host !== 'localhost' && environment.token === undefined) {
  log('warn', 'MCP_TOKEN is not set: anyone who can reach this server may call its tools.');
}

const operations = createOperations(server);
const runTool = createToolRunner(server, environment, operations);
const answer = createEndpoint(server, environment, runTool, operations, (options) => {
  provideToolListing(options.served, readPrebuiltList);
  return createStatefulProtocol(options);
});
const listener = createListener(respond, (error) =>
  log('error', 'A request failed.', { error: String(error) }),
);
listener.on('error', (error) => exitWith([`Cannot listen on ${host}:${port}: ${error.message}.`]));
listener.listen(port, host, () => {
  const address = listener.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  log('info', `Listening on http://${host.includes(':') ? `[${host}]` : host}:${bound}/mcp`);
  setTimeout(loadAhead, LOAD_AFTER_MS).unref();
});
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

/** Spares the first client that needs the SDK the wait, and reports an SDK that cannot be loaded. */
function loadAhead(): void {
  loadSdk().catch((error: unknown) => {
    operations.isIncomplete = true;
    log('error', 'The MCP SDK cannot be loaded.', { error: String(error) });
  });
}

/** Answers one request and logs it with an id that its caller can quote. */
async function respond(request: Request, { incoming, outgoing }: Exchange): Promise<Response> {
  const start = performance.now();
  const requestId = randomUUID();
  outgoing.setHeader('x-request-id', requestId);
  const traceparent = traceOf(incoming, requestId);
  if (isLogged('info')) {
    outgoing.once('close', () =>
      log('info', 'request', {
        requestId,
        traceparent,
        method: incoming.method,
        path: readUrl(request.url).pathname,
        status: outgoing.statusCode,
        milliseconds: Math.round(performance.now() - start),
      }),
    );
  }
  const response = await answer(request);
  // A keep-alive connection would keep the process running.
  if (operations.isStopping) outgoing.setHeader('connection', 'close');
  return response;
}

/** A request without a valid trace starts one here, so that all its log lines share an id. */
function traceOf({ headers, rawHeaders }: IncomingMessage, requestId: string): string {
  const brought = readTrace(headers['traceparent'], undefined);
  if (brought !== undefined) return brought.traceparent;
  const begun = beginTrace(requestId);
  const isThere = headers['traceparent'] !== undefined;
  headers['traceparent'] = begun;
  for (let index = rawHeaders.length - 2; isThere && index >= 0; index -= 2) {
    if (rawHeaders[index]?.toLowerCase() === 'traceparent') rawHeaders.splice(index, 2);
  }
  rawHeaders.push('traceparent', begun);
  return begun;
}

/** The id of the request becomes the id of its trace (W3C Trace Context). */
function beginTrace(requestId: string): string {
  const id = requestId.replaceAll('-', '');
  return `00-${id}-${id.slice(-16)}-00`;
}

/**
 * Reports at `/health/ready` that it is stopping, then accepts no connections, lets running calls finish, and
 * aborts those that take too long. A second signal ends it at once.
 */
function stop(): void {
  if (operations.isStopping) process.exit(1);
  operations.isStopping = true;
  log('info', 'Stopping.');
  setTimeout(() => {
    listener.close(() => log('info', 'Stopped.'));
    listener.closeIdleConnections();
    setTimeout(cutOff, GRACE_MS).unref();
  }, drainMs);
}

/** A timer or connection that a tool left open would keep the process running. */
function cutOff(): void {
  log('warn', 'Stopped before all running calls had finished.');
  listener.closeAllConnections();
  process.exit(1);
}
