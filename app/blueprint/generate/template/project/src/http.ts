#!/usr/bin/env node
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { createEndpoint } from './endpoint.ts';
import { createListener } from './http-listener.ts';
import type { Exchange } from './http-listener.ts';
import { isLogged, log } from './log.ts';
import { exitWith, requireEnvironment } from './node-environment.ts';
import { createOperations } from './operations.ts';
import { readUrl } from './read-url.ts';
import { readTrace } from './runtime/trace-context.ts';
import { server } from './server.ts';
import { createToolRunner } from './tool-runner.ts';

/** Milliseconds that running calls have to end after the process was asked to stop. */
const GRACE_MS = 10_000;

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
  log('warn', 'MCP_TOKEN is not set: whoever reaches this server may call its tools.');
}

const operations = createOperations(server);
const runTool = createToolRunner(server, environment, operations);
const answer = createEndpoint(server, environment, runTool, operations);
const listener = createListener(respond, (error) =>
  log('error', 'A request failed.', { error: String(error) }),
);
listener.on('error', (error) => exitWith([`Cannot listen on ${host}:${port}: ${error.message}.`]));
listener.listen(port, host, () => {
  const address = listener.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  log('info', `Listening on http://${host.includes(':') ? `[${host}]` : host}:${bound}/mcp`);
});
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

/** Answers one request and logs it with the id that its caller can name. */
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
  // A connection that is kept would keep the process as well.
  if (operations.isStopping) outgoing.setHeader('connection', 'close');
  return response;
}

/** Whoever brings no valid trace begins one here, so that all that is logged of a request has one name. */
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

/** The id of the request is the id of its trace (W3C Trace Context). */
function beginTrace(requestId: string): string {
  const id = requestId.replaceAll('-', '');
  return `00-${id}-${id.slice(-16)}-00`;
}

/**
 * Says at `/health/ready` that it wants no more, then takes no further connections, lets running
 * calls end, and cuts off what takes too long. Asked once more it ends at once.
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

/** What a tool left behind, a timer or a connection, would keep the process for ever. */
function cutOff(): void {
  log('warn', 'Stopped before all that was under way had ended.');
  listener.closeAllConnections();
  process.exit(1);
}
