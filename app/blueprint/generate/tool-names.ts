/** Words that cannot name a constant in a strict-mode module, and names the generated source uses. */
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default definitions delete do ' +
    'else enum eval export exports extends false finally for function globalThis if implements ' +
    'import in instanceof interface let module new null package private protected public require ' +
    'return run server static super switch this throw true try typeof undefined var void while ' +
    'with yield'
  ).split(' '),
);

/** Device names that Windows refuses as file names, whatever the extension. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** Names of a tool in the generated source. */
export interface SourceName {
  /** Kebab-case, without extension. */
  file: string;
  /** Name of the constant. */
  identifier: string;
}

/** Gives the words of a name as a free file name: what is taken already gets `-2`, `-3` …. */
export function takeFileName(name: string, taken: Set<string>): string {
  return takeFree(toFileName(splitWords(name)), '-', taken);
}

/**
 * Gives each tool a file name and an identifier, in the given order. Names that differ only in case or
 * punctuation get `-2`, `-3` …, so that they can coexist in any file system.
 */
export function assignSourceNames(toolNames: readonly string[]): Map<string, SourceName> {
  const files = new Set<string>();
  const identifiers = new Set<string>();
  const assigned = new Map<string, SourceName>();
  for (const name of toolNames) {
    const words = splitWords(name);
    assigned.set(name, {
      file: takeFree(toFileName(words), '-', files),
      identifier: takeFree(toIdentifier(words), '', identifiers),
    });
  }
  return assigned;
}

/** `HTTPServer_list-all` gives `http`, `server`, `list`, `all`. */
function splitWords(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function toFileName(words: string[]): string {
  const name = words.join('-') || 'tool';
  return DEVICES.test(name) ? `${name}-tool` : name;
}

function toIdentifier(words: string[]): string {
  const [first = 'tool', ...rest] = words;
  const camel = first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  if (/^\d/.test(camel)) return `tool${camel}`;
  return RESERVED.has(camel) ? `${camel}Tool` : camel;
}

function takeFree(wanted: string, separator: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) {
    name = `${wanted}${/\d$/.test(wanted) ? '_' : separator}${count}`;
  }
  taken.add(name);
  return name;
}
