/** Something that can be done from the keyboard alone. */
export interface Command {
  id: string;
  label: string;
  /** What it belongs to; commands of a group stand together. */
  group: 'Chat' | 'Go to' | 'Tools' | 'Server' | 'Theme';
  /** Keys that do the same. */
  keys?: string;
  run: () => void;
}

/** So many are shown at once. */
const MOST = 60;

/** The commands whose words begin with all words that were typed, in their order. */
export function findCommands(commands: readonly Command[], query: string): Command[] {
  const wanted = toWords(query);
  const found = commands.filter(({ label, group }) => {
    const words = toWords(`${group} ${label}`);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
  return found.slice(0, MOST);
}

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
