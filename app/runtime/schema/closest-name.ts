/** The most similar name; null if none is close. */
export function closestName(wrong: string, names: readonly string[]): string | null {
  // Two swapped letters have a distance of two.
  const limit = Math.max(wrong.length > 3 ? 2 : 1, Math.floor(wrong.length / 3));
  let best: { name: string; distance: number } | null = null;
  for (const name of names) {
    if (Math.abs(name.length - wrong.length) > limit) continue;
    const distance = editDistance(fold(wrong), fold(name));
    if (distance <= limit && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best === null ? null : best.name;
}

/** Guesses do not distinguish `pet_id`, `pet-id` and `petId`. */
function fold(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
