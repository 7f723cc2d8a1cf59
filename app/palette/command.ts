import type { LucideIcon } from 'lucide-react';

/** Something that can be done from the keyboard alone. */
export interface Command {
  id: string;
  label: string;
  /** The group of the command; commands of a group are listed together. */
  group: CommandGroup;
  icon: LucideIcon;
  /** A word or two beside the label, searched as well. */
  note?: string;
  /** Keys that do the same. */
  keys?: string;
  run: () => void;
}

/** Groups in the order in which they are shown. */
const GROUPS = ['Chat', 'View', 'Server', 'Pages', 'Servers', 'Actions', 'Tools'] as const;
export type CommandGroup = (typeof GROUPS)[number];

/** So many are shown at once. */
const MOST = 60;

/** The commands whose words begin with all words that were typed, group by group. */
export function filterCommands(commands: readonly Command[], query: string): Command[] {
  const wanted = toWords(query);
  const found = commands.filter(({ label, group, note = '' }) => {
    const words = toWords(`${group} ${label} ${note}`);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
  return found.toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group)).slice(0, MOST);
}

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
