import { maySee } from '../access.ts';
import { getFormerRepository, getOwner } from '../find-repository.ts';
import type { Actor } from '../operation.ts';
import type { Repository, World } from '../world.ts';

/** A repository that the sender of a request may read: anybody a public one, a token what it reaches. */
export function findReadable(
  worlds: World[],
  request: Request,
  owner: string,
  name: string,
): Repository | null {
  const given = readToken(request);
  const candidates = worlds.flatMap((world) => {
    const repository = getFormerRepository(world, owner, name);
    return repository === null ? [] : [{ world, repository }];
  });
  const isAllowed = ({ world, repository }: (typeof candidates)[number]) =>
    (given === '' || Object.hasOwn(world.tokens, given)) &&
    maySee(world, toActor(world, given), repository);
  const readable =
    candidates.find(isAllowed) ??
    candidates.find(({ world, repository }) => maySee(world, null, repository));
  return readable?.repository ?? null;
}

/** `Bearer <token>`, or the password of git. */
function readToken(request: Request): string {
  const [scheme = '', given = ''] = (request.headers.get('authorization') ?? '').split(' ');
  if (scheme.toLowerCase() !== 'basic') return given;
  const [, password = ''] = Buffer.from(given, 'base64').toString().split(':');
  return password;
}

function toActor(world: World, given: string): Actor | null {
  const token = Object.hasOwn(world.tokens, given) ? world.tokens[given] : undefined;
  const user = token === undefined ? null : getOwner(world, token.user);
  return token === undefined || user === null ? null : { user, token };
}
