import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import util from 'node:util';

/** Value of a variable in a file such as `.env`; undefined if it has none. Node 20 supports this since 20.12. */
export function readVariable(path: string, name: string): string | undefined {
  if (!existsSync(path) || typeof util.parseEnv !== 'function') return undefined;
  return util.parseEnv(readFileSync(path, 'utf8'))[name] || undefined;
}

/** Sets a variable in such a file, and leaves the other lines as they are; only its owner may read it. */
export function writeVariable(path: string, name: string, value: string): void {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [''];
  const line = `${name}=${quote(value)}`;
  const index = lines.findLastIndex((each) => each.startsWith(`${name}=`));
  if (index === -1) lines.splice(lines.at(-1) === '' ? -1 : lines.length, 0, line);
  else lines[index] = line;
  // A crash in between must not leave half a file.
  const whole = `${path}.${process.pid}`;
  writeFileSync(whole, lines.join('\n'), { mode: 0o600 });
  renameSync(whole, path);
}

/** As it is where possible: Docker reads quotes as part of the value. */
function quote(value: string): string {
  if (/^[\w.~+/=:-]+$/.test(value)) return value;
  const mark = ["'", '`', '"'].find((each) => !value.includes(each));
  if (mark === undefined || /[\r\n]/.test(value)) throw new Error('The value fits into no file.');
  return mark + value + mark;
}
