import type { Token, World } from './world.ts';

/** The world of the values in `.dev.vars.example`. */
export const EMULATOR_WORLD = 'emulator';
export const APP_SECRET = 'emulator-client-secret';

/** How the GitHub App of a world is known; its number is the same in all. */
export function appOf({ name }: Pick<World, 'name'>) {
  const place =
    name === EMULATOR_WORLD ? 'local' : name.replace(/^emulator_/, '').replaceAll('_', '-');
  return { appId: 1, slug: `mcp-builder-${place}`, clientId: `Iv1.${name}` };
}

/** World and kind of app of a client ID: `Iv1.<world>` is the GitHub App, `Ov23.<world>` the OAuth App. */
export function readClientId(clientId: string): { world: string; app: Token['app'] } | null {
  const [, kind, world = ''] = /^(Iv1|Ov23)\.(emulator(?:_\w+)?)$/.exec(clientId) ?? [];
  if (kind === undefined) return null;
  return { world, app: kind === 'Iv1' ? 'github-app' : 'oauth-app' };
}
