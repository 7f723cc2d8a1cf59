import type { ParameterSketch } from './sketch.ts';

/** Facts of an argument that is named twice come together; a place in the path stays. */
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
