import { createContext, use, useEffect } from 'react';
import type { ComponentType, ReactNode } from 'react';

import type { JsonSchema, JsonValue } from '#app/runtime/definition.ts';

import type { SchemaRoot } from './schema-root.ts';

export interface FieldProps {
  /** Name of the argument, property or item. */
  name: string;
  /** Place in the form, unique: `.body.tags.0`, with the marks of the alternatives that lead there. */
  path: string;
  schema: JsonSchema;
  /** Undefined: not set. */
  value: JsonValue | undefined;
  /** Undefined takes the value out. */
  onChange: (value: JsonValue | undefined) => void;
  isRequired: boolean;
  /** Emptying the field leaves an empty value in its place: an item of a list stays there. */
  keepsEmpty?: boolean;
  /** It cannot be taken out: items stand behind it. */
  isFixed?: boolean;
  /** Without a row for the name: the surroundings show it already. */
  isBare?: boolean;
  /** Takes the place of the name: a field for it, where names are free. */
  label?: ReactNode;
}

interface FieldContextValue {
  root: SchemaRoot;
  /** The problems, by the place of a field. */
  problems: ReadonlyMap<string, string>;
  /** Says of a field whether its text is no value yet, so that the form must not be sent. */
  setUnreadable: (path: string, isUnreadable: boolean) => void;
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

/** Keeps the form from being sent while the text of a field is no value. */
export function useUnreadable(path: string, isUnreadable: boolean) {
  const { setUnreadable } = useFieldContext();
  useEffect(() => {
    if (!isUnreadable) return undefined;
    setUnreadable(path, true);
    return () => setUnreadable(path, false);
  }, [path, isUnreadable, setUnreadable]);
}
