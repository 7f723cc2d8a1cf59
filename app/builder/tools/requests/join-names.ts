/** The names joined for a sentence: `a, b and c`; of many, the first. */
export function joinNames(names: readonly string[], most = 10): string {
  const shown = names.slice(0, most).map((name) => `\`${name}\``);
  const left = names.length - shown.length;
  if (left > 0) return `${shown.join(', ')} and ${left} more`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}
