const START = '[draft] ';

/** Key of the options of a part by which the product's own words are told from everybody else's. */
const HOUSE = 'house';
export const HOUSE_OPTIONS = { [HOUSE]: { speaks: true } };

/** A text of a user's message, as a prompt has it. */
export interface NotePart {
  type: 'text';
  text: string;
  providerOptions?: Record<string, Record<string, boolean>>;
}

/** The product's sentence where an answer was cut off; some models refuse to finish their own. */
export const GO_ON = toHousePart(
  'The answer above was cut off. Go on where it ends; repeat nothing of it.',
);

/** The product's sentence before the last answer of a turn. */
export const LAST_STEP = toHousePart(
  'The budget of this turn ends, so no tool can be called any more. Say what was done, and what is left to do.',
);

/** The product's question to a model that ended its turn without a word. */
export const SPEAK = toHousePart(
  'You ended without a word to the person. Say in two or three sentences what was done, and what is left to do. No tool can be called any more.',
);

/** Wraps the note about the draft that a model gets: data, for texts of others are in it. */
export function toNote(text: string): string {
  return `${START}${text}`;
}

/** A note in which the product alone speaks, so that it is no data. No text can claim to be one. */
export function toHousePart(text: string): NotePart {
  return { type: 'text', text: toNote(text), providerOptions: HOUSE_OPTIONS };
}

export function isNote(text: string): boolean {
  return text.startsWith(START);
}

export function isHousePart({
  providerOptions,
}: {
  providerOptions?: object | undefined;
}): boolean {
  return providerOptions !== undefined && HOUSE in providerOptions;
}

/** Whether a text of an answer is the product's own, and not the model's. */
export function isHouseText({
  providerMetadata,
}: {
  providerMetadata?: object | undefined;
}): boolean {
  return providerMetadata !== undefined && HOUSE in providerMetadata;
}

/** Text of a note. */
export function textOfNote(note: string): string {
  return note.slice(START.length);
}
