import { createContext, use } from 'react';
import type { ComponentType, ReactNode } from 'react';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { JsonSchema, JsonValue } from '#app/runtime/definition.ts';

export interface FieldProps {
  /** Name of the argument, property or item. */
  name: string;
  /** Place in the form, unique: `body.tags.0`. */
  path: string;
  schema: JsonSchema;
  /** Undefined: not set. */
  value: JsonValue | undefined;
  /** Undefined takes the value out. */
  onChange: (value: JsonValue | undefined) => void;
  isRequired: boolean;
  /** Emptying the field leaves an empty value in its place: an item of a list stays there. */
  keepsEmpty?: boolean;
  /** Without a row for the name: the surroundings show it already. */
  isBare?: boolean;
  /** Takes the place of the name: a field for it, where names are free. */
  label?: ReactNode;
}

interface FieldContextValue {
  definitions: Blueprint['definitions'];
  /** The problems, by the place of a field. */
  problems: ReadonlyMap<string, string>;
  /** The field itself, for fields inside fields. */
  Field: ComponentType<FieldProps>;
}

export const FieldContext = createContext<FieldContextValue | null>(null);

/** The schemas that fields share, and the field for inner values. */
export function useFieldContext(): FieldContextValue {
  const context = use(FieldContext);
  if (!context) throw new Error('A field stands outside of a schema form.');
  return context;
}
