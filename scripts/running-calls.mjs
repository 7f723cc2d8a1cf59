// Knows which tools run in a local server, which says so itself: a server that hangs can no longer be asked.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const MAX_BYTES = 2_000;
const MAX_NAMED = 3;

/** Listens for calls that begin and end, at an address that nobody else knows. */
export async function watchCalls() {
  const running = new Map();
  const secret = `/${randomUUID()}`;
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      if (text.length < MAX_BYTES) text += String(chunk);
    });
    request.on('end', () => {
      const isKnown = request.method === 'POST' && request.url === secret && note(running, text);
      response.writeHead(isKnown ? 204 : 404).end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The command ends although this still listens.
  server.unref();
  const url = `http://127.0.0.1:${server.address().port}${secret}`;
  return {
    url,
    describe: () => describeCalls([...running.values()]),
    forget: () => running.clear(),
  };
}

function note(running, text) {
  try {
    const { call, ended, kind, id, tool } = JSON.parse(text);
    if (ended !== undefined) running.delete(ended);
    else running.set(call, `the tool ${JSON.stringify(tool)} of ${kind} ${id}`);
    return true;
  } catch {
    return false;
  }
}

/** The tools of calls that have not ended, as part of a sentence; empty where there is none. */
function describeCalls(calls) {
  const named = [...new Set(calls)];
  const shown = named.slice(0, MAX_NAMED);
  const more = named.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(' and ');
}
