import type { AnyNode, Class } from 'acorn';

import type { Binding } from '#app/blueprint/import/servers/code/bindings.ts';
import type { NamedCall, CodeModule } from '#app/blueprint/import/servers/code/code-module.ts';
import type { SourceProject } from '#app/blueprint/import/servers/code/source-project.ts';

import type { CodeFrame, ListValue, Value } from './value.ts';

/** Reads expressions without running anything, as far as they are known. */
export interface Interpreter {
  project: SourceProject;
  /** Calls of all modules, by the name that is called. */
  calls: ReadonlyMap<string, readonly NamedCall[]>;
  /** Instances of a class and of those below it, as far as they are made anywhere. */
  instances: (node: Class, frame: CodeFrame) => readonly Value[];
  /** Counts work; false: there is nothing left for the question. */
  spend: (steps: number) => boolean;
  /** Gives the next question an allowance of its own. */
  renew: () => void;
  /** Values of names at the top of modules, once they are known. */
  known: Map<Binding, Value>;
  evaluate: (node: AnyNode, frame: CodeFrame) => Value;
  /** The result of a function for values. */
  call: (called: Value, args: readonly Value[]) => Value;
  get: (value: Value, key: string) => Value;
  /** The items of whatever can be gone through; of a record and a map its pairs. */
  items: (value: Value) => ListValue;
  imported: (from: string, name: string, by: CodeModule) => Value;
  /** All frames in which a node may run, those of a loop and of each caller where the node depends on them. */
  framesOf: (module: CodeModule, node: AnyNode, base: CodeFrame) => CodeFrame[];
}
