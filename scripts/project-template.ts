import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

import type { Plugin } from 'vite';

import { importMerged, mergeRuntime } from './merge-runtime.ts';

const ID = 'virtual:project-template';
const TEMPLATE = 'app/blueprint/generate/template/project';
/** Runs the saved tests of a project that has some. */
const SAVED_TESTS = 'app/blueprint/generate/template/saved-tests';
const JUDGE = 'src/runtime/expectations.ts';
const RUNTIME = 'app/runtime';
/** Tests servers from outside, which no exported project does. */
const PROBE = 'probe/';

/** Provides `virtual:project-template` (`app/virtual.d.ts`): files that are the same in every exported project. */
export function projectTemplate(): Plugin {
  let root = process.cwd();
  return {
    name: 'project-template',
    configResolved(config) {
      root = config.root;
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      const template = readTexts(resolve(root, TEMPLATE));
      const runtime = readTexts(resolve(root, RUNTIME));
      const tests = readTexts(resolve(root, SAVED_TESTS));
      for (const [folder, texts] of [
        [TEMPLATE, template],
        [RUNTIME, runtime],
        [SAVED_TESTS, tests],
      ] as const)
        for (const path of texts.keys()) this.addWatchFile(resolve(root, folder, path));
      const { [JUDGE]: judge = '', ...files } = Object.fromEntries(
        toProjectFiles(template, runtime),
      );
      const ran = [...tests].map(([path, text]) => [path, importMerged(text)]);
      const savedTestFiles = { ...Object.fromEntries(ran), [JUDGE]: judge };
      const exported = { files, savedTestFiles };
      const code = Object.entries(exported).map(
        ([name, texts]) => `export const ${name} = ${JSON.stringify(texts)};`,
      );
      return { code: code.join('\n'), moduleType: 'js' };
    },
  };
}

/**
 * Files by path in the project. A template's `dot-name` stands for `.name`, because tools would otherwise
 * read such files as our own settings.
 */
function* toProjectFiles(
  template: ReadonlyMap<string, string>,
  runtime: ReadonlyMap<string, string>,
): Generator<[string, string]> {
  for (const [path, text] of template) {
    yield [path.replace(/(^|\/)dot-/g, '$1.'), path.endsWith('.ts') ? importMerged(text) : text];
  }
  const exported = new Map([...runtime].filter(([path]) => !path.startsWith(PROBE)));
  for (const [path, text] of mergeRuntime(exported)) yield [`src/runtime/${path}`, text];
}

/** The files of a folder and of those in it, sorted by path. */
function readTexts(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const places = entries
    .filter((entry) => entry.isFile())
    .map((each) => join(each.parentPath, each.name));
  return new Map(
    places.toSorted().map((place) => [
      place
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
      readFileSync(place, 'utf8'),
    ]),
  );
}
