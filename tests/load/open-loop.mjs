// Sends requests at a fixed rate, whatever becomes of those before: who waits for an answer before it asks again
// does not see how long others would have waited. Runs in a thread of its own, so that nothing else delays it.
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** An answer that takes longer counts as none: clients wait no longer either. */
const PATIENCE_MS = 30_000;

/** Requests that were to be sent together at most, so that a late timer makes no burst of its own. */
const TICK_MS = 1;

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** One request: its status and headers, and when its answer was whole; status 0 where there was none. */
function send(url, { headers, body }) {
  return new Promise((resolve) => {
    const end = (status, retryAfter, isRight = false, text = '') =>
      resolve({ status, retryAfter, isRight, text, at: performance.now() });
    const options = { method: 'POST', agent, headers, timeout: PATIENCE_MS };
    const asked = request(url, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => (text += chunk));
      answer.on('end', () => {
        const isRight = text.includes('"result"') && !text.includes('"isError":true');
        end(answer.statusCode, answer.headers['retry-after'], isRight, text.slice(0, 300));
      });
      answer.on('error', ({ code }) => end(0, undefined, false, `${code} within the answer`));
    });
    asked.on('timeout', () =>
      asked.destroy(Object.assign(new Error(), { code: 'no answer in time' })),
    );
    asked.on('error', ({ code }) => {
      end(0, undefined, false, asked.reusedSocket ? `${code} on a kept connection` : code);
    });
    asked.end(body);
  });
}

/** Sends for so many seconds and waits for all answers. Latencies count from when a request was to be sent. */
async function drive({ url, requests, rate, seconds }) {
  const total = Math.round(rate * seconds);
  const begin = performance.now() + 20;
  const outcomes = [];
  let late = 0;
  for (let sent = 0; sent < total;) {
    const now = performance.now();
    for (; sent < total && begin + (sent * 1_000) / rate <= now; sent += 1) {
      const intended = begin + (sent * 1_000) / rate;
      late = Math.max(late, now - intended);
      const asked = requests[sent % requests.length];
      outcomes.push(
        send(url, asked).then((outcome) => ({
          ...outcome,
          kind: asked.kind,
          milliseconds: outcome.at - intended,
        })),
      );
    }
    await sleep(TICK_MS);
  }
  return { rate, seconds, late, outcomes: await Promise.all(outcomes) };
}

async function answerStep(step) {
  parentPort.postMessage(await drive({ ...workerData, ...step }));
}

parentPort.on('message', (step) => void answerStep(step));
