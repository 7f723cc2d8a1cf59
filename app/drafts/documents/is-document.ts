import { recogniseDocument } from '#app/blueprint/import/recognise-document.ts';

/** Whether a text is imported as it is; everything else, parts of a document too, is said to the builder. */
export function isDocument(text: string): boolean {
  const format = recogniseDocument(text);
  return format !== null && format.isFragment !== true;
}
