const START = '[draft] ';

/** The note about the draft that a model gets between two steps. */
export function toNote(text: string): string {
  return `${START}${text}`;
}

export function isNote(text: string): boolean {
  return text.startsWith(START);
}

/** What a note says. */
export function textOfNote(note: string): string {
  return note.slice(START.length);
}
