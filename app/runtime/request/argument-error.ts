/**
 * An argument that its schema accepts but that cannot be sent: invalid base64, a line break in a header, `..`
 * in a path. It becomes a result that tells the model what to change.
 */
export class ArgumentError extends Error {
  /** @param argument path of the argument, such as `body.file.data`. */
  constructor(argument: string, expectation: string) {
    super(`\`${argument}\` ${expectation}.`);
    this.name = 'ArgumentError';
  }
}
