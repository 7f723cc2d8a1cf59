import type { ParameterSketch } from './sketch.ts';

/** Merges arguments that are named twice; a location in the path is kept. */
export function mergeParameters(
  known: readonly ParameterSketch[],
  more: readonly ParameterSketch[],
): ParameterSketch[] {
  const merged = known.map((each) => ({ ...each }));
  for (const parameter of more) {
    const same = merged.find(
      ({ name }) => name === parameter.name || name.toLowerCase() === parameter.name.toLowerCase(),
    );
    if (same)
      Object.assign(same, { ...parameter, name: same.name, ...(same.in ? { in: same.in } : {}) });
    else merged.push({ ...parameter });
  }
  return merged;
}
