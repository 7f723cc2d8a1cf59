/** A module that is imported for its function: the code of a tool. */
export class ImportedCode {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

export type StaticObject = { [name: string]: StaticValue };

/** A value that a module has whenever it runs. */
export type StaticValue =
  | undefined
  | null
  | boolean
  | number
  | string
  | ImportedCode
  | StaticValue[]
  | StaticObject;

export function isStaticObject(value: StaticValue): value is StaticObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ImportedCode)
  );
}

/** A place that has no fixed value, or none of ours. */
export interface Unreadable {
  reason: 'unreadable';
  file: string;
  line: number;
  /** A sentence. */
  message: string;
}
