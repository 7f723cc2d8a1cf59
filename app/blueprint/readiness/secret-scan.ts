import { findByFormat } from '#app/platform/credentials/find-credentials.ts';

const SHOWN_CHARACTERS = 6;

export interface FoundSecret {
  kind: string;
  /** Starts at 1. */
  line: number;
  /** First characters: enough to find it, not to use it. */
  shown: string;
  /** For comparisons; never shown. */
  value: string;
}

/** Finds likely credentials in a text, by their formats. */
export function findSecrets(text: string): FoundSecret[] {
  let line = 1;
  let counted = 0;
  return findByFormat(text).map(({ kind, start, end }) => {
    for (
      let at = text.indexOf('\n', counted);
      at !== -1 && at < start;
      at = text.indexOf('\n', counted)
    ) {
      line += 1;
      counted = at + 1;
    }
    // A format without letters of its own shows less.
    const length = Math.min(SHOWN_CHARACTERS, Math.floor((end - start) / 4));
    const value = text.slice(start, end);
    return { kind, line, shown: `${value.slice(0, length)}…`, value };
  });
}
