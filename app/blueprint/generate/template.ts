const TEMPLATE = './template/project/';
const RUNTIME = '../../runtime/';

const templates: Record<string, string> = import.meta.glob(['./template/project/**/*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The runtime without `probe/`, which tests servers from outside, and what only saved tests need. */
const runtime: Record<string, string> = import.meta.glob(
  ['../../runtime/**/*.ts', '!../../runtime/probe/*.ts', '!../../runtime/expectations/*.ts'],
  { query: '?raw', import: 'default', eager: true },
);

/**
 * Files that are the same in every project, by path in the project: the template's own, and the runtime as
 * `src/runtime/`. A template's `dot-name` stands for `.name`, because tools would otherwise read such files
 * as our own settings.
 */
export const templateFiles: ReadonlyMap<string, string> = new Map([
  ...Object.entries(templates).map(([path, text]): [string, string] => [
    path.slice(TEMPLATE.length).replace(/(^|\/)dot-/g, '$1.'),
    text,
  ]),
  ...Object.entries(runtime).map(([path, text]): [string, string] => [
    `src/runtime/${path.slice(RUNTIME.length)}`,
    text,
  ]),
]);

/** A template by its path in the project. @throws Error if there is none: a bug. */
export function requireTemplate(path: string): string {
  const text = templateFiles.get(path);
  if (text === undefined) throw new Error(`The template ${path} is missing.`);
  return text;
}
