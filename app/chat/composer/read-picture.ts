/** Pictures that a browser draws without running anything: no SVG. */
const PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,/i;

/** The address of a picture that can be drawn as it is: its own bytes, never another's address. */
export function readPicture({ url }: { url: string }): string | null {
  return PICTURE.test(url) ? url : null;
}
