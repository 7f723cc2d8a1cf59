import type { CodeLanguage } from '#app/ui/code/code-view.tsx';

const BY_ENDING: Record<string, CodeLanguage> = {
  ts: 'typescript',
  mts: 'typescript',
  js: 'javascript',
  mjs: 'javascript',
  json: 'json',
};

/** The language of a file, as far as it is coloured. */
export function languageOf(path: string): CodeLanguage {
  return BY_ENDING[path.slice(path.lastIndexOf('.') + 1)] ?? 'text';
}
