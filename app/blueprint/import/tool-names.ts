import { NameRegister, shortHash, toSafeName, withHash } from './safe-names.ts';

/** Parts of a tool's name. */
export interface NameSource {
  /** `GET /pets/{petId}`: stable when operations are added and removed. */
  operation: string;
  method: string;
  path: string;
  operationId: string | null;
  /** The tool's name in an earlier import. */
  previous: string | null;
}

/**
 * Names for tools: 1 to 64 of `[A-Za-z0-9_.-]`, unique, and the same in every import. From the operationId,
 * else from method and path; a name that collides, is too long or loses letters gets a hash of method and
 * path, never a counter.
 */
export function nameTools(sources: NameSource[], reserved: Iterable<string>): string[] {
  const register = new NameRegister();
  for (const name of reserved) register.reserve(name);
  const names = sources.map(({ previous }) => {
    if (previous === null || register.has(previous)) return null;
    register.reserve(previous);
    return previous;
  });
  // An operation with exactly this id keeps the name; one that was changed to it gets the hash.
  sources.forEach((source, index) => {
    if (
      names[index] !== null ||
      source.operationId !== baseName(source) ||
      register.has(source.operationId)
    )
      return;
    names[index] = register.take(source.operationId, source.operation);
  });
  return sources.map(
    (source, index) => names[index] ?? register.take(baseName(source), source.operation),
  );
}

function baseName(source: NameSource): string {
  const { name, isLossy } = toSafeName(source.operationId ?? '');
  if (/[A-Za-z0-9]/.test(name)) {
    if (isLossy || name.length > 64) return withHash(name, source.operation);
    return name;
  }
  return pathName(source);
}

/** `get_pets_petId` for `GET /pets/{petId}`. */
function pathName({ method, path, operation }: NameSource): string {
  const segments = path
    .split('/')
    .map((segment) => toSafeName(segment.replace(/[{}]/g, ' ').trim()));
  const words = segments.map(({ name }) => name).filter((name) => name !== '');
  const name = [method.toLowerCase(), ...(words.length > 0 ? words : ['root'])].join('_');
  if (segments.some(({ isLossy }) => isLossy)) {
    return words.length > 0
      ? withHash(name, operation)
      : `${method.toLowerCase()}_${shortHash(operation)}`;
  }
  return name.length > 64 ? withHash(name, operation) : name;
}
