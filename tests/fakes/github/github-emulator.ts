import { defineEmulator, type EmulatorDefinition } from 'emulate';

import { EMULATOR_WORLD } from './apps.ts';
import type { Contract } from './contract.ts';
import { controlWorld } from './control/control-world.ts';
import { serveArchive } from './files/serve-archive.ts';
import { serveGit } from './files/serve-git.ts';
import { serveRaw } from './files/serve-raw.ts';
import { servePage } from './pages/serve-page.ts';
import { seedWorld } from './seed-world.ts';
import { serveOperation, type Surroundings } from './serve-operation.ts';
import { exchange } from './sign-in.ts';
import type { Delivery } from './webhooks/delivery.ts';
import { WebhookPoster } from './webhooks/webhook-poster.ts';
import type { World } from './world.ts';

/** Everything that the emulator knows, as JSON. */
export interface GithubState {
  worlds: Record<string, World>;
}

/** How an emulator is run. */
export interface GithubOptions {
  /** Where its API and pages are, without a slash at the end; empty: at GitHub's own hosts. */
  pages?: () => string;
  /** Address of the API, where it is another one than that of the pages. */
  api?: () => string;
  /** Where sign-ins and webhooks of the world `emulator` go. */
  app?: { callback: string; webhook: { url: string; secret: string } } | null;
  /** What requests and answers are held against; null: nothing. */
  contract?: Contract | null;
}

/** Where control goes in the emulator; other hosts lead there, see `answerGithub`. */
export const CONTROL_PATH = '/_control';

/** GitHub, as far as the app needs it. Each client ID leads to a world of its own. */
export function githubEmulator({
  pages = () => '',
  api = () => '',
  app: registered = null,
  contract = null,
}: GithubOptions): EmulatorDefinition<GithubState> {
  return defineEmulator<GithubState>({
    name: 'github',
    cors: false,
    state: () => ({ worlds: {} }),
    setup({ app, state, signal }) {
      const poster = new WebhookPoster(signal);
      const checked = new WeakSet<Delivery>();
      const openWorld = (name: string) => (state.worlds[name] ??= seedWorld(name));
      if (registered !== null) Object.assign(openWorld(EMULATOR_WORLD), registered);
      const around = () => ({
        openWorld,
        listWorlds: () => Object.values(state.worlds),
        at: { api: api() || 'https://api.github.com', web: pages() || 'https://github.com' },
        contract,
      });
      app.use(async (_, next) => {
        await next();
        for (const world of Object.values(state.worlds)) {
          if (contract !== null) holdWebhooksAgainst(contract, world, checked);
          poster.wake(world);
        }
      });
      app.post(`${CONTROL_PATH}/:world/:command`, async (c) => {
        const name = c.req.param('world');
        if (c.req.param('command') === 'reset') {
          state.worlds[name] = seedWorld(name);
          return c.json({});
        }
        const site = { world: openWorld(name), at: around().at };
        const given: unknown = JSON.parse((await c.req.text()) || '{}');
        return c.json(controlWorld(site, c.req.param('command'), given));
      });
      app.post('/login/oauth/access_token', async (c) => {
        const text = await c.req.text();
        return c.json(exchange(openWorld, readForm(text)));
      });
      app.notFound(async ({ req: { raw } }) => await serveAll(raw, around()));
    },
  });
}

/** The API, then pages, then what git and browsers fetch. */
async function serveAll(request: Request, around: Surroundings): Promise<Response> {
  const worlds = around.listWorlds();
  const answer =
    (await serveOperation(request, around)) ??
    (await servePage(request, around)) ??
    (await serveGit(request, worlds)) ??
    serveArchive(request, worlds) ??
    serveRaw(request, worlds);
  if (answer) return answer;
  const message = 'Not Found';
  return Response.json({ message, documentation_url: '', status: '404' }, { status: 404 });
}

/** Makes what is not as GitHub's document has it known, each once. */
function holdWebhooksAgainst(contract: Contract, world: World, checked: WeakSet<Delivery>): void {
  for (const delivery of world.deliveries.filter((each) => !checked.has(each))) {
    checked.add(delivery);
    const payload: object = JSON.parse(delivery.body);
    world.mismatches.push(...contract.checkWebhook(delivery.event, payload));
  }
}

/** Both are taken: JSON, and a form. */
function readForm(text: string): Record<string, string> {
  if (!text.startsWith('{')) return Object.fromEntries(new URLSearchParams(text));
  const given: unknown = JSON.parse(text);
  return Object.fromEntries(
    Object.entries(typeof given === 'object' && given !== null ? given : {}).map(
      ([name, value]) => [name, String(value)],
    ),
  );
}
