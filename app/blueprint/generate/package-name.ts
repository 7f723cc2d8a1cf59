/** Names that npm refuses, or that would make the package depend on itself. */
const TAKEN = new Set(['node_modules', 'favicon.ico', 'typescript']);

/**
 * Name of the npm package, the container and the Worker: lower-case letters, digits and hyphens, starting and
 * ending with a letter or digit, at most 63 characters.
 */
export function toPackageName(serverName: string): string {
  const name = serverName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 59)
    .replace(/^-+|-+$/g, '');
  if (name === '') return 'mcp-server';
  return TAKEN.has(name) ? `${name}-mcp` : name;
}

const SEMVER = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z.-]+)?$/;

/** A version that npm accepts: the server's own, completed (`1.2` gives `1.2.0`), else `0.0.0`. */
export function toPackageVersion(serverVersion: string): string {
  const digits = /^v?(\d{1,15})(?:\.(\d{1,15}))?(?:\.(\d{1,15}))?(.*)$/s.exec(serverVersion);
  if (digits === null) return '0.0.0';
  const [, major = '0', minor = '0', patch = '0', rest = ''] = digits;
  const version = [major, minor, patch].map((part) => String(Number(part))).join('.');
  return SEMVER.test(version + rest) && isPlainTail(rest) ? version + rest : version;
}

/** Semver allows no leading zeros in the numbers of a pre-release. */
function isPlainTail(tail: string): boolean {
  const [prerelease = ''] = tail.replace(/^-/, '').split('+');
  return prerelease.split('.').every((part) => !/^0\d+$/.test(part));
}
