import type { NameAnswer } from './new-repository.ts';
import { findNameProblem, toRepositoryName, type NameProblem } from './repository-name.ts';

/** Each problem of a name in words. */
export const NAME_PROBLEMS: Record<NameProblem, string> = {
  empty: 'Enter a name.',
  tooLong: 'GitHub takes at most 100 characters.',
  dots: 'A name needs more than dots.',
  wiki: 'GitHub keeps names that end in .wiki for itself.',
  unwritten:
    'GitHub keeps only letters from a to z, digits, dots, hyphens and underscores. Add a letter or digit.',
};

/** The words below the field of a name. */
export interface NameWords {
  text: string;
  isProblem: boolean;
}

/** Describes a typed name: what is wrong with it, what GitHub makes of it, and whether it is free. */
export function describeName(text: string, owner: string, answer: NameAnswer | null): NameWords {
  if (text.trim() === '') return { text: '', isProblem: false };
  const name = toRepositoryName(text);
  const problem = findNameProblem(name);
  if (problem !== null) return { text: NAME_PROBLEMS[problem], isProblem: true };
  if (answer?.state === 'taken')
    return { text: `${owner}/${name} exists already.`, isProblem: true };
  const written = name === text.trim() ? [] : [`It will be called “${name}”.`];
  const moved = answer?.state === 'moved' ? answer.repository : null;
  const old = moved
    ? [`This was the name of ${moved.owner}/${moved.name}, whose old links would lead here.`]
    : [];
  const free = answer?.state === 'free' ? [`${owner}/${name} is free.`] : [];
  return { text: [...written, ...old, ...free].join(' '), isProblem: false };
}
