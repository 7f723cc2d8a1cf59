/** A file of a repository, beside the one that was generated. A file that is not there is in no list. */
export type RepositoryFile =
  /** As it was generated, line ends aside. */
  | { kind: 'same' }
  /** Another text. */
  | { kind: 'text'; text: string }
  /** Another content, which was not loaded: nothing of it comes back. */
  | { kind: 'other' }
  /** No text of ours: a symbolic link, say. `reason` ends a sentence that begins with its path. */
  | { kind: 'unreadable'; reason: string };

/** Files that nothing of a server is read from, although they are TypeScript below `src`. */
const OWN_SOURCES = 'src/runtime/';
const BLUEPRINT_FILE = 'blueprint.json';
const SERVER_FILE = 'src/server.ts';
const DEFINITIONS_FILE = 'src/definitions.ts';
const TOOLS = 'src/tools/';

/** Whether a file tells of the server: its blueprint, its source, or a new module that its source may import. */
export function isOfServer(path: string, generated: { has: (path: string) => boolean }): boolean {
  if ([BLUEPRINT_FILE, SERVER_FILE, DEFINITIONS_FILE].includes(path)) return true;
  if (!path.endsWith('.ts') || !path.startsWith('src/')) return false;
  if (path.startsWith(TOOLS)) return true;
  return !path.startsWith(OWN_SOURCES) && !generated.has(path);
}

/** Text with the line ends of Unix, and without a byte order mark. */
export function toUnixText(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}
