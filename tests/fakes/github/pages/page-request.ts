import { getOwner, newSecret } from '../find-repository.ts';
import type { Site } from '../operation.ts';
import type { Owner, World } from '../world.ts';

/** A request for a page. */
export interface PageRequest extends Site {
  url: URL;
  /** Null: a page is asked for. */
  form: URLSearchParams | null;
  cookie: string;
}

const COOKIE = 'github_emulator';

/** Who is signed in on the pages of a world. */
export function readSession({ world, cookie }: PageRequest): Owner | null {
  const [, session = ''] = new RegExp(`${COOKIE}_${world.name}=(\\w+)`).exec(cookie) ?? [];
  const login = Object.hasOwn(world.sessions, session) ? world.sessions[session] : undefined;
  return login === undefined ? null : getOwner(world, login);
}

/** Signs a user in; answers the header that says so. */
export function beginSession(world: World, login: string): Record<string, string> {
  const session = newSecret();
  world.sessions[session] = login;
  return { 'set-cookie': `${COOKIE}_${world.name}=${session}; Path=/; HttpOnly; SameSite=Lax` };
}

/** The people of a world. */
export function listUsers({ owners }: World): Owner[] {
  return Object.values(owners).filter(({ kind, login }) => kind === 'User' && login !== 'ghost');
}
