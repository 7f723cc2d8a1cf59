import { readPng, writePng } from './png.mjs';

/**
 * Makes a screenshot small: the colours that most of its pixels have stay, and the others become the nearest of
 * them, which no eye and no comparison notices. A picture that has a palette already stays as it is.
 */
export function shrinkPicture(file, size = 32) {
  const picture = readPng(file);
  if (picture === null) return file;
  const counts = new Map();
  for (const pixel of picture.pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const colours = choosePalette(counts, size);
  const places = new Map();
  const indices = Uint8Array.from(picture.pixels, (pixel) => {
    if (!places.has(pixel)) places.set(pixel, findNearest(colours, pixel));
    return places.get(pixel);
  });
  return writePng({ ...picture, colours, indices });
}

/** The most frequent colours that differ from each other; less and less where a palette is not filled. */
function choosePalette(counts, size) {
  const frequent = [...counts.keys()].toSorted((one, other) => counts.get(other) - counts.get(one));
  const chosen = [];
  for (const distance of [40, 24, 12, 1]) {
    for (const colour of frequent) {
      if (chosen.length === size) return chosen;
      const isNew = chosen.every((each) => distanceOf(each, colour) >= distance ** 2);
      if (isNew) chosen.push(colour);
    }
  }
  return chosen;
}

function findNearest(colours, pixel) {
  let nearest = 0;
  for (let index = 1; index < colours.length; index += 1) {
    if (distanceOf(colours[index], pixel) < distanceOf(colours[nearest], pixel)) nearest = index;
  }
  return nearest;
}

function distanceOf(one, other) {
  const [red, green, blue] = [16, 8, 0].map(
    (shift) => ((one >> shift) & 255) - ((other >> shift) & 255),
  );
  return red * red + green * green + blue * blue;
}
