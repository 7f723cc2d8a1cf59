import type { TextStart } from '#app/blueprint/import/text/text-start.ts';

/** Characters in which a collection must name itself. */
const MAX_START = 200_000;
/** The id that Postman gives a collection, and the address of its schema. */
const MARK =
  /"_postman_id"\s*:|"[^"\s]{0,100}\bpostman\.com\/[^"\s]{0,100}collection\b|getpostman\.com/;

/**
 * Whether a text begins as a Postman collection of version 2: an export, or an answer of Postman's API, which
 * puts it under "collection".
 */
export function isCollection({ keys, source }: TextStart): boolean {
  if (keys.has('info') && keys.has('item')) return true;
  return (keys.has('info') || keys.has('collection')) && MARK.test(source.slice(0, MAX_START));
}
