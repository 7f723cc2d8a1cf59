/** Why an input of a tool could not be read, without the input itself. */
export function describeUnreadable(text: string): string {
  try {
    JSON.parse(text);
    // The package refuses names that could change an object's prototype.
    return 'The input names a field that is refused, such as __proto__.';
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    if (/^(?:Unexpected end|Unterminated)/.test(reason)) {
      return `The input is no JSON: it ends after ${text.length} characters. Make the call again, or several shorter ones.`;
    }
    const [, position] = /at position (\d+)/.exec(reason) ?? [];
    const place = position === undefined ? '' : ` at character ${position}`;
    return `The input is no JSON${place}. Make the call again.`;
  }
}
