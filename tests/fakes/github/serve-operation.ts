import { APP_SECRET, EMULATOR_WORLD, readClientId } from './apps.ts';
import type { Contract } from './contract.ts';
import { takeFault, toRefusal } from './faults.ts';
import { findOperation } from './find-operation.ts';
import { getFormerRepository, getOwner, getRepository, newSecret } from './find-repository.ts';
import { GithubRefusal, refusal } from './github-refusal.ts';
import type { Actor, Addresses, Answer, Call, Operation } from './operation.ts';
import type { World } from './world.ts';

/** What one request needs of its surroundings. */
export interface Surroundings {
  openWorld: (name: string) => World;
  listWorlds: () => World[];
  at: Addresses;
  contract: Contract | null;
}

const KEPT_REQUESTS = 2_000;
const KEPT_CHARACTERS = 2_000;
const HOURLY = 5_000;

/** Answers a request to the API; null: it has no such address. */
export async function serveOperation(
  request: Request,
  around: Surroundings,
): Promise<Response | null> {
  const url = new URL(request.url);
  const { world, actor, client, isBad } = identify(request, url.pathname, around);
  const pathname = toNamedPath(world, url.pathname);
  const found = findOperation(request.method, pathname);
  if (found === null) return null;
  const text = await request.text();
  const path = `${url.pathname}${url.search}`;
  const seen = { method: request.method, path, body: text.slice(0, KEPT_CHARACTERS), status: 0 };
  world.requests = [...world.requests.slice(-KEPT_REQUESTS), seen];
  const fault = takeFault(world, `${request.method} ${path} ${text}`);
  const call: Call = {
    world,
    actor,
    client,
    at: around.at,
    path: found.path,
    query: url.searchParams,
    body: null,
    accept: request.headers.get('accept') ?? '',
  };
  const answer = attempt(() => {
    const refused = fault === null ? null : toRefusal(fault);
    if (refused) throw refused;
    if (isBad) throw badCredentials();
    requireUserAgent(request);
    const moved = findMove(call, request.method, pathname, url.search);
    if (moved !== null) return moved;
    call.body = readJson(text);
    return found.operation.run(call);
  });
  const checked =
    fault === null ? holdAgainst(around.contract, found.operation, call, answer) : answer;
  seen.status = checked.status;
  if (fault?.kind === 'lost_answer')
    return new Response('<html>502 Bad Gateway</html>', { status: 502 });
  if (fault?.kind === 'bad_gateway') return new Response('<html>Unicorn!</html>', { status: 502 });
  if (fault?.kind === 'garbage') return toResponse({ status: 200, body: { unexpected: true } });
  return toResponse(checked);
}

interface Identity {
  world: World;
  actor: Actor | null;
  client: string | null;
  isBad: boolean;
}

/** Who asks, and of which world: of the token, else of whoever the path names. */
function identify(request: Request, pathname: string, around: Surroundings): Identity {
  const [scheme = '', given = ''] = (request.headers.get('authorization') ?? '').split(' ');
  const nobody = { actor: null, client: null };
  if (scheme.toLowerCase() === 'basic') {
    const [id = '', secret] = Buffer.from(given, 'base64').toString().split(':');
    const world = around.openWorld(readClientId(id)?.world ?? EMULATOR_WORLD);
    const isBad = readClientId(id) === null || secret !== APP_SECRET;
    return { world, actor: null, client: isBad ? null : id, isBad };
  }
  if (scheme !== '') {
    const world = around.listWorlds().find(({ tokens }) => Object.hasOwn(tokens, given));
    const token = world?.tokens[given];
    const user = token && world ? getOwner(world, token.user) : null;
    const isOver = token?.expiresAt != null && token.expiresAt < Date.now();
    if (world && token && user && !isOver) {
      return { world, actor: { user, token }, client: null, isBad: false };
    }
    return { world: world ?? around.openWorld(EMULATOR_WORLD), ...nobody, isBad: true };
  }
  const [, , owner = '', name = ''] = pathname.split('/');
  const named = around
    .listWorlds()
    .find((world) => getRepository(world, owner, name) ?? getOwner(world, owner));
  return { world: named ?? around.openWorld(EMULATOR_WORLD), ...nobody, isBad: false };
}

const badCredentials = () => refusal(401, 'Bad credentials');

function requireUserAgent(request: Request): void {
  if (request.headers.get('user-agent')) return;
  throw refusal(
    403,
    'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.',
  );
}

/** `/repositories/1/pulls` is another name of `/repos/owner/name/pulls`. */
function toNamedPath(world: World, pathname: string): string {
  const [, id, rest = ''] = /^\/repositories\/(\d+)(\/.*)?$/.exec(pathname) ?? [];
  const repository = id === undefined ? undefined : world.repositories[id];
  return repository ? `/repos/${repository.owner}/${repository.name}${rest}` : pathname;
}

/** A repository under a former name leads to the one of now. */
function findMove(call: Call, method: string, pathname: string, search: string): Answer | null {
  const { owner, repo } = call.path;
  if (owner === undefined || repo === undefined) return null;
  if (getRepository(call.world, owner, repo)) return null;
  const former = getFormerRepository(call.world, owner, repo);
  if (former === null) return null;
  const rest = pathname.split('/').slice(4).join('/');
  const url = `${call.at.api}/repositories/${former.id}${rest === '' ? '' : `/${rest}`}${search}`;
  const message = method === 'GET' ? 'Moved Permanently' : 'Temporary Redirect';
  return {
    status: method === 'GET' ? 301 : 307,
    body: { message, url, documentation_url: 'https://docs.github.com/rest' },
    headers: { location: url },
  };
}

function readJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    throw refusal(400, 'Problems parsing JSON');
  }
}

function attempt(run: () => Answer): Answer {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof GithubRefusal)) throw error;
    return { status: error.status, body: error.body, headers: error.headers };
  }
}

/** Makes what is not as GitHub's document has it an error that nobody overlooks. */
function holdAgainst(
  contract: Contract | null,
  operation: Operation,
  call: Call,
  answer: Answer,
): Answer {
  if (contract === null || answer.status === 301 || answer.status === 307) return answer;
  // A request that is refused may well be one that the document does not allow.
  const ofRequest =
    answer.status < 400 ? contract.checkRequest(operation, call.query, call.body) : [];
  const ofAnswer = answer.text
    ? []
    : contract.checkAnswer(operation, answer.status, answer.body ?? null);
  const found = [...ofRequest, ...ofAnswer].map(
    (what) => `${operation.method} ${operation.path}: ${what}`,
  );
  if (found.length === 0) return answer;
  call.world.mismatches.push(...found);
  const message = `Not as GitHub's document has it: ${found.join('; ')}`;
  return { status: 500, body: { message, documentation_url: '', status: '500' } };
}

export function toResponse({ status, body, text, headers = {} }: Answer): Response {
  const standing = {
    'x-github-request-id': newSecret().toUpperCase(),
    'x-ratelimit-limit': String(HOURLY),
    'x-ratelimit-remaining': String(HOURLY - 1),
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1_000) + 3_600),
    'x-ratelimit-resource': 'core',
  };
  if (text) {
    const raw = { 'content-type': 'application/vnd.github.raw; charset=utf-8' };
    return new Response(Buffer.from(text), {
      status,
      headers: { ...standing, ...raw, ...headers },
    });
  }
  if (body === undefined)
    return new Response(null, { status, headers: { ...standing, ...headers } });
  const json = { 'content-type': 'application/json; charset=utf-8' };
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...standing, ...json, ...headers },
  });
}
