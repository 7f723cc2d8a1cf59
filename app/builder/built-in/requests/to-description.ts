/** A sentence of what stands behind an endpoint. */
export function toDescription(text: string): string {
  const clean = text.replace(/^[`*_"' ]+|[`*_"' ]+$/g, '').slice(0, 500);
  if (clean === '') return '';
  const first = clean.charAt(0).toUpperCase() + clean.slice(1);
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}
