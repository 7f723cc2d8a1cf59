/** Pictures that a browser draws without running anything: no SVG. */
const PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,/i;
const DRAWN = /^image\/(png|jpeg|gif|webp)$/i;

/**
 * The address of a picture that can be drawn as it is: its own bytes, or our own copy of them; never
 * another's address.
 *
 * @param stored where we have it
 */
export function readPicture(
  { url, mediaType }: { url: string; mediaType: string },
  stored?: string,
): string | null {
  if (stored !== undefined) return DRAWN.test(mediaType) ? stored : null;
  return PICTURE.test(url) ? url : null;
}
