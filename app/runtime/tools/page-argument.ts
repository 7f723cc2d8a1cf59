import type {
  HttpAction,
  JsonObject,
  JsonSchema,
  JsonValue,
  ToolDefinition,
} from '../definition.ts';
import { isJsonObject, valueOf } from '../json.ts';
import { toExactNumber } from './to-exact-number.ts';

/** The argument that chooses a page: one of its own, or a property of the body. */
export interface PageArgument {
  /** Its value in a call, or its default. */
  read: (args: JsonObject) => JsonValue | undefined;
  /** Arguments of a call that differ with that value. */
  write: (args: JsonObject, value: string | number) => JsonObject;
}

/** Finds an argument by its name; null if the action sends none of that name. */
export function pageArgument(
  { inputSchema }: Pick<ToolDefinition, 'inputSchema'>,
  { parameters, body }: HttpAction,
  name: string,
): PageArgument | null {
  const schema = propertyOf(inputSchema, name);
  if (parameters.some(({ argument }) => argument === name)) {
    return {
      read: (args) => valueOf(args, name) ?? defaultOf(schema),
      write: (_, value) => ({ [name]: convert(value, schema) }),
    };
  }
  if (body === undefined) return null;
  const inner = propertyOf(propertyOf(inputSchema, body.argument), name);
  const given = (args: JsonObject) => {
    const value = valueOf(args, body.argument);
    return isJsonObject(value) ? value : {};
  };
  return {
    read: (args) => valueOf(given(args), name) ?? defaultOf(inner),
    write: (args, value) => ({
      [body.argument]: { ...given(args), [name]: convert(value, inner) },
    }),
  };
}

function propertyOf(schema: JsonSchema | undefined, name: string): JsonSchema | undefined {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  const property = isJsonObject(properties) ? valueOf(properties, name) : undefined;
  return isJsonObject(property) || typeof property === 'boolean' ? property : undefined;
}

function defaultOf(schema: JsonSchema | undefined): JsonValue | undefined {
  return isJsonObject(schema) ? schema['default'] : undefined;
}

/** A value of the upstream in the argument's type, if that is known. */
function convert(value: string | number, schema: JsonSchema | undefined): string | number {
  const type = isJsonObject(schema) ? schema['type'] : undefined;
  if (type === 'string') return String(value);
  const isNumber = type === 'integer' || type === 'number';
  // A cursor that no number holds exactly is sent as it came.
  return isNumber && typeof value === 'string' ? (toExactNumber(value) ?? value) : value;
}
