import type { MethodDefinition, Property, PropertyDefinition, AssignmentProperty } from 'acorn';

type Keyed = Property | AssignmentProperty | MethodDefinition | PropertyDefinition;

/** The name of a property as it is written; null where it is computed. */
export function propertyName({ key, computed }: Keyed): string | null {
  if (key.type === 'Literal') return String(key.value);
  if (computed) return null;
  if (key.type === 'Identifier') return key.name;
  return null;
}
