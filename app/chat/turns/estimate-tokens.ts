import { readDocumentPart } from '#app/builder/models/describe-document.ts';

/** Characters of JSON and English that make a token, on the safe side. */
const CHARACTERS_PER_TOKEN = 3.5;

/** A picture's bytes are no text; providers count about so many characters of it. */
const PICTURE = 'picture'.repeat(500);

interface TextPart {
  type: 'text';
  text: string;
  /** As the SDK calls the same in messages of models, and in those of chats. */
  providerOptions?: Record<string, Record<string, unknown>>;
  providerMetadata?: Record<string, Record<string, unknown>>;
}

/** About how many tokens a model reads in a value: messages, or parts of them. */
export function estimateTokens(value: unknown): number {
  const text = JSON.stringify(value, (_key, item: unknown) => {
    if (item instanceof Uint8Array || isDataUrl(item)) return PICTURE;
    return isTextPart(item) ? toTold(item) : item;
  });
  return toTokens((text ?? '').length);
}

/** About how many tokens so many characters are. */
export function toTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

/** The words that a model gets in place of a part. */
function toTold({ text, providerOptions, providerMetadata }: TextPart): unknown {
  return readDocumentPart({ text, providerOptions: providerOptions ?? providerMetadata }) ?? text;
}

function isTextPart(value: unknown): value is TextPart {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'text' &&
    'text' in value &&
    typeof value.text === 'string'
  );
}

function isDataUrl(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('data:image/');
}
