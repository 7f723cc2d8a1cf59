// What a hosted call of a tool of code cannot go below: a handler that hands the call to a dynamic Worker, and notes
// it in an object, many at once. It knows no keys, plans or protocol.
import { DurableObject } from 'cloudflare:workers';

const CODE = {
  compatibilityDate: '2026-10-12',
  mainModule: 'tool.js',
  modules: {
    'tool.js': `import { WorkerEntrypoint } from 'cloudflare:workers';
export default class extends WorkerEntrypoint {
  call({ message }) {
    return [{ type: 'text', text: message }];
  }
}`,
  },
  globalOutbound: null,
};
const COLLECT_MS = 500;
let waiting = [];

export class LogObject extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env);
    ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS calls (call TEXT)');
  }

  note(calls) {
    for (const call of calls) {
      this.ctx.storage.sql.exec('INSERT INTO calls VALUES (?)', JSON.stringify(call));
    }
  }
}

export default {
  async fetch(request, env, ctx) {
    const { id, params } = await request.json();
    const tool = env.LOADER.get('tool', () => CODE).getEntrypoint();
    const content = await tool.call(params.arguments);
    note({ at: Date.now(), tool: params.name }, env, ctx);
    return Response.json({ jsonrpc: '2.0', id, result: { resultType: 'complete', content } });
  },
};

function note(call, env, ctx) {
  waiting.push(call);
  if (waiting.length > 1) return;
  ctx.waitUntil(
    scheduler.wait(COLLECT_MS).then(() => {
      const calls = waiting;
      waiting = [];
      return env.LOG.getByName('log').note(calls);
    }),
  );
}
