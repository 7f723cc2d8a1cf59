import type { Aspect, Fingerprints } from './fingerprints.ts';

export type Aspects<Name extends string> = ReadonlyMap<Name, Aspect>;

/** Fingerprints that an import noted of a part; null where none did. */
type Noted = Readonly<Record<string, string>> | null;

/** A part three times: in the draft, in the document, and as an earlier import noted it. */
export interface Versions<Name extends string> {
  draft: { aspects: Aspects<Name>; prints: Fingerprints };
  fresh: { aspects: Aspects<Name>; prints: Fingerprints };
  noted: Noted;
}

/**
 * The aspects that stay as the draft has them, because they were edited there and are not as in the
 * document. Where nobody knows how they were imported, every difference counts as an edit.
 */
export function findEdited<Name extends string>(
  names: readonly Name[],
  { draft, fresh, noted }: Versions<Name>,
): Name[] {
  return names.filter((name) => {
    const own = printOf(draft.aspects.get(name), draft.prints);
    if (own === printOf(fresh.aspects.get(name), fresh.prints)) return false;
    return noted === null || own !== noted[name];
  });
}

/** Notes the aspects as they are now; of edited ones, what was noted earlier. */
export function notePrints<Name extends string>(
  { aspects, prints }: { aspects: Aspects<Name>; prints: Fingerprints },
  edited: readonly Name[],
  noted: Noted,
): Record<string, string> {
  const entries = [...aspects].flatMap(([name, aspect]): [string, string][] =>
    edited.includes(name) ? [] : [[name, prints.of(aspect)]],
  );
  const earlier = edited.flatMap((name): [string, string][] => {
    const print = noted?.[name];
    return print === undefined ? [] : [[name, print]];
  });
  return Object.fromEntries([...entries, ...earlier]);
}

/** Whether each aspect is as an import noted it. */
export function isAsNoted<Name extends string>(
  names: readonly Name[],
  { aspects, prints }: { aspects: Aspects<Name>; prints: Fingerprints },
  noted: Noted,
): boolean {
  return (
    noted !== null && names.every((name) => printOf(aspects.get(name), prints) === noted[name])
  );
}

function printOf(aspect: Aspect | undefined, prints: Fingerprints): string | undefined {
  return aspect && prints.of(aspect);
}
