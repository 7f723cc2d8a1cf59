const START = '[draft] ';

/** Wraps the note about the draft that a model gets between two steps. */
export function toNote(text: string): string {
  return `${START}${text}`;
}

export function isNote(text: string): boolean {
  return text.startsWith(START);
}

/** Text of a note. */
export function textOfNote(note: string): string {
  return note.slice(START.length);
}
