import { isJsonObject, toText } from '#app/runtime/json.ts';
import type { JsonObject } from '#app/runtime/json.ts';

import { listed } from './each-tool.ts';
import { nameSome } from './name-some.ts';
import type { CheckVerdict } from './rule.ts';

const EXACT = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

/** Whether package.json names exact versions and package-lock.json has each with its hash. */
export function judgeLock(files: ReadonlyMap<string, string>): CheckVerdict {
  const manifest = parse(files.get('package.json'));
  const lock = parse(files.get('package-lock.json'));
  if (manifest === null) return { status: 'fail', text: 'There is no package.json.' };
  if (lock === null) return { status: 'fail', text: 'There is no package-lock.json.' };
  const wanted = ['dependencies', 'devDependencies'].flatMap((key) => {
    const group = manifest[key];
    return isJsonObject(group) ? Object.entries(group) : [];
  });
  const packages = isJsonObject(lock['packages']) ? lock['packages'] : {};
  const loose = wanted.filter(([, version]) => !EXACT.test(toText(version)));
  const missing = wanted.filter(([name]) => packages[`node_modules/${name}`] === undefined);
  const bare = Object.entries(packages).filter(
    ([path, entry]) => path !== '' && isJsonObject(entry) && !entry['integrity'] && !entry['link'],
  );
  const faults = [
    ...loose.map(([name, version]) => `${name}: ${toText(version)} is not an exact version`),
    ...missing.map(([name]) => `${name}: not in the lock`),
    ...bare.map(([path]) => `${path}: no hash`),
  ];
  if (faults.length > 0) {
    const text = `${faults.length} not pinned: ${nameSome(faults)}.`;
    return { status: 'fail', text, got: listed(faults) };
  }
  const count = Object.keys(packages).length - 1;
  return {
    status: 'pass',
    text: `${wanted.length} exact versions, ${count} packages with hashes.`,
  };
}

function parse(text: string | undefined): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
