const WORD = /(?:[^\s"'\\]|\\[^]|"(?:[^"\\]|\\[^])*"|'[^']*')+/g;
const PART = /"((?:[^"\\]|\\[^])*)"|'([^']*)'|\\([^])/g;

/** The words of a command line as a POSIX shell would separate them; nothing is expanded. */
export function splitCommand(line: string): string[] {
  const joined = line.replaceAll(/\\\r?\n/g, ' ');
  return (joined.match(WORD) ?? []).map((word) =>
    word.replaceAll(PART, (_, double?: string, single?: string, escaped?: string) =>
      double === undefined ? (single ?? escaped ?? '') : double.replaceAll(/\\(["\\$`])/g, '$1'),
    ),
  );
}
